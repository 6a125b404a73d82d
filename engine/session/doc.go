// Package session is what conversations have in memory: the live one, which the
// model's caches belong to, and those that are resident beside it.
package session
