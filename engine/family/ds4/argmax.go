package ds4

// floor is the value ID 0 starts with: what does not exceed it never wins.
const floor = -1e30

// Argmax returns the lowest ID of the largest value of row. ID 0 is the answer
// when nothing exceeds -1e30: an empty row, all NaN, all -Inf, or just very
// low values. A NaN never wins, +Inf does.
func Argmax(row []float32) int {
	best, top := 0, float32(floor)
	for id, v := range row {
		if v > top {
			best, top = id, v
		}
	}
	return best
}
