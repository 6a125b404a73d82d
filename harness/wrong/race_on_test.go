//go:build race

package wrong

// every is which of the engines a test replays: all of them, but the race detector
// makes a replay ten times slower, and no two engines share anything that it could
// watch.
const every = 6
