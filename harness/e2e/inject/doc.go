// Package inject breaks a row of logits on its way out of a model, and watches which
// forwards of a model have broken rows. Both wrap a model.Model and see what any loop
// sees: no loop and no model knows of them.
//
// The sites and kinds are those of the receipts (fault.go), counted as their recorder
// counted them (counter.go).
package inject
