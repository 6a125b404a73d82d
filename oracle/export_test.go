package oracle

// Undrawn is undrawn for tests that hold it against the receipts.
var Undrawn = undrawn
