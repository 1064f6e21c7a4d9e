package namespace

// verdict, fault and refusal take the results of Validate.
func verdict(v Verdict, _ error) Verdict { return v }

func fault(v Verdict, err error) (*Error, bool) {
	e, _ := err.(*Error)
	return e, v == Invalid
}

func refusal(_ Verdict, err error) error { return err }

// result is what Validate returns, for tests that compare it.
type result struct {
	verdict Verdict
	err     error
}

func resultOf(v Verdict, err error) result { return result{v, err} }

// all returns every syntax of the namespace.
func (r *row) all() (list []*syntax) {
	for i := range r.special {
		list = append(list, &r.special[i])
	}
	if r.nss.machine != nil {
		list = append(list, &r.nss)
	}
	return list
}
