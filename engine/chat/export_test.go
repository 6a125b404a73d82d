package chat

import "time"

// SetLimit is how long a rendering may take.
func (t *Template) SetLimit(d time.Duration) { t.limit = d }
