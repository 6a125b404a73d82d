// Package report is the one writer of reports: out/report.json (a versioned
// document, held against its own schema before it is written), out/junit.xml and
// the table on the terminal. Files appear whole or not at all.
package report
