package oracle

import (
	"encoding/json"
	"fmt"
)

// wireRow is a row in hex at any width.
type wireRow Row

type wireRowText struct {
	DT  DType  `json:"dt"`
	N   int    `json:"n"`
	Hex string `json:"hex"`
}

func (w wireRow) MarshalJSON() ([]byte, error) {
	return json.Marshal(wireRowText{w.DType, Row(w).Width(), Row(w).hex()})
}

func (w *wireRow) decode(raw []byte) error {
	var t wireRowText
	if err := decodeKnown(raw, &t); err != nil {
		return err
	}
	if err := checkShape(t.DT, t.N); err != nil {
		return err
	}
	return (*Row)(w).fromHex(t.DT, t.N, t.Hex)
}

// wireRows are rows in hex at any width.
type wireRows Rows

type wireRowsText struct {
	DT   DType    `json:"dt"`
	Rows int      `json:"rows"`
	N    int      `json:"n"`
	Hex  []string `json:"hex"`
}

func (w wireRows) MarshalJSON() ([]byte, error) {
	t := wireRowsText{Rows: len(w), N: Rows(w).Width()}
	for _, row := range w {
		t.DT = row.DType
		t.Hex = append(t.Hex, row.hex())
	}
	return json.Marshal(t)
}

func (w *wireRows) decode(raw []byte) error {
	var t wireRowsText
	if err := decodeKnown(raw, &t); err != nil {
		return err
	}
	if err := checkShape(t.DT, t.N); err != nil {
		return err
	}
	if t.Rows < 1 || t.Rows > MaxWidth/t.N || len(t.Hex) != t.Rows {
		return badf("%d rows of width %d, %d in hex", t.Rows, t.N, len(t.Hex))
	}
	*w = make(wireRows, t.Rows)
	for i, text := range t.Hex {
		if err := (*w)[i].fromHex(t.DT, t.N, text); err != nil {
			return fmt.Errorf("row %d: %w", i, err)
		}
	}
	return nil
}

// receiptRow turns a row of the wire into one of a receipt.
func receiptRow(raw []byte) ([]byte, error) {
	var w wireRow
	if err := decodeKnown(raw, &w); err != nil {
		return nil, err
	}
	return json.Marshal(Row(w))
}

func receiptRows(raw []byte) ([]byte, error) {
	var w wireRows
	if err := decodeKnown(raw, &w); err != nil {
		return nil, err
	}
	return json.Marshal(Rows(w))
}
