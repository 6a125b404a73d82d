package wrong

import (
	"rowproof/engine/rng/numpy"
	"rowproof/oracle"
)

func (h *hooks) sparseConstructor(in *oracle.SparseCtorIn) (oracle.Output, error) {
	d, refused := h.newSparse(short(in.IDs), in.P, in.Vocab)
	return h.sparseOut(d, refused, in.RNGSeed)
}

func (h *hooks) sparseRow(entry string, in *oracle.RowIn) (oracle.Output, error) {
	x, refused := h.read(in)
	var d distribution
	if refused == nil {
		switch entry {
		case oracle.EntryHostSparse:
			d, refused = h.hostSparse(x, in.Cfg)
		case oracle.EntryDeviceSparse:
			d, refused = h.distribute(x, in.Cfg)
		default:
			return nil, unknown(entry)
		}
	}
	return h.sparseOut(d, refused, in.RNGSeed)
}

func (h *hooks) sparseOut(d distribution, refused *oracle.Err, seed uint64) (oracle.Output, error) {
	if refused != nil {
		return &oracle.SparseOut{Err: refused}, nil
	}
	draw, err := h.drawn(d, numpy.New(seed))
	return &oracle.SparseOut{Dist: d.record(), Draw: &draw}, err
}
