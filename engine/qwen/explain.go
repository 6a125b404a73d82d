package qwen

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
)

// explain says what is wrong with JSON in the words of JSON, not of Go.
func explain(err error) string {
	var wrong *json.UnmarshalTypeError
	if !errors.As(err, &wrong) {
		return err.Error() // of the syntax
	}
	must := "must be " + inJSON(wrong.Type.Kind())
	number, ok := strings.CutPrefix(wrong.Value, "number ")
	switch {
	case !ok:
		return must
	case wrong.Type.Kind() == reflect.Float64, wrong.Type.Kind() == reflect.Int && strings.Trim(number, "-0123456789") == "":
		return fmt.Sprintf("%.40s is out of range", number)
	}
	return fmt.Sprintf("%s, not %.40s", must, number)
}

// inJSON names the kind of a value that is read.
func inJSON(kind reflect.Kind) string {
	switch kind {
	case reflect.Int:
		return "a whole number"
	case reflect.Float64:
		return "a number"
	case reflect.Bool:
		return "true or false"
	case reflect.String:
		return "a string"
	case reflect.Slice:
		return "a list"
	}
	return "an object"
}
