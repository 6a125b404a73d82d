// Package ulps measures how far apart two floating-point numbers are when they
// are not bit-equal: in units in the last place, the number of steps from one to
// the other through the numbers of their type. A distance of 1 or 2 says "other
// rounding", a huge one says "other formula", and that is what a person who reads
// a failure wants to know first.
package ulps
