// Package family says per family of models what a broken row means: how tokens are
// made, which states may be kept, and whether a failed conversation is forgotten.
package family
