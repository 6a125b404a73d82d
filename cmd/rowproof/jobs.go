package main

import "fmt"

// jobs is how many cases are in flight at once; 0 is one per CPU.
type jobs int

// mostJobs is far above any use; more would be a slip of the finger.
const mostJobs = 1024

// Validate refuses numbers that cannot be meant.
func (j jobs) Validate() error {
	if j < 0 || j > mostJobs {
		return fmt.Errorf("%d is not between 0 and %d", j, mostJobs)
	}
	return nil
}
