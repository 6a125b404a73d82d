package safetensors

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// object reads an object, calling value to read the value of each key.
func (p *parser) object(value func(key string) error) error {
	if err := p.delimiter('{'); err != nil {
		return err
	}
	for {
		token, err := p.token()
		if err != nil {
			return err
		}
		key, ok := token.(string)
		if !ok { // the only other token that the decoder gives here is the end
			return nil
		}
		if err := value(key); err != nil {
			return err
		}
	}
}

// once is value, refusing a key that it had before. The decoder would let the
// last one win, and other readers the first.
func once(value func(key string) error) func(key string) error {
	seen := map[string]bool{}
	return func(key string) error {
		if seen[key] {
			return fmt.Errorf("key %.200q: %w", key, ErrDuplicate)
		}
		seen[key] = true
		return value(key)
	}
}

// integers reads an array of at most limit integers, none negative.
func (p *parser) integers(limit int) ([]int, error) {
	if err := p.delimiter('['); err != nil {
		return nil, err
	}
	values := []int{}
	for {
		token, err := p.token()
		if err != nil {
			return nil, err
		}
		if token == json.Delim(']') {
			return values, nil
		}
		if len(values) == limit {
			return nil, fmt.Errorf("more than %d numbers: %w", limit, ErrHeader)
		}
		// A sign, a fraction or an exponent is refused, even where the value
		// would be a whole number.
		number, ok := token.(json.Number)
		n, err := strconv.ParseUint(number.String(), 10, strconv.IntSize-1)
		if !ok || err != nil {
			return nil, fmt.Errorf("%.40q is not an integer from 0 on that fits: %w", fmt.Sprint(token), ErrHeader)
		}
		values = append(values, int(n))
	}
}

// text reads a string.
func (p *parser) text() (string, error) {
	token, err := p.token()
	if err != nil {
		return "", err
	}
	s, ok := token.(string)
	if !ok {
		return "", fmt.Errorf("%.40q where a string belongs: %w", fmt.Sprint(token), ErrHeader)
	}
	return s, nil
}

// delimiter reads want.
func (p *parser) delimiter(want json.Delim) error {
	token, err := p.token()
	if err == nil && token != want {
		err = fmt.Errorf("%.40q where %v belongs: %w", fmt.Sprint(token), want, ErrHeader)
	}
	return err
}

func (p *parser) token() (json.Token, error) {
	token, err := p.tokens.Token()
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrHeader, err)
	}
	return token, nil
}
