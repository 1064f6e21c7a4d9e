package urn_test

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/seed7b5a83f0/urn"
	"github.com/seed7b5a83f0/urn/draft2141bis"
	"github.com/seed7b5a83f0/urn/internal/testhelp"
)

// The laws of the package documentation, as fuzz targets. Their seeds are the
// inputs of all vectors, also of those that are not URNs.

func addVectors(f *testing.F) {
	for _, v := range readVectors(f) {
		f.Add(v.input)
	}
}

// FuzzEntryPoints: all functions that parse agree, those for strings with those
// for bytes. The bytes are not changed and not kept.
func FuzzEntryPoints(f *testing.F) {
	addVectors(f)
	f.Fuzz(func(t *testing.T, in string) {
		for _, x := range syntaxes {
			checkEntryPoints(t, x, in)
		}
		if a, b := urn.Valid(in), urn.RFC8141.Valid(in); a != b {
			t.Errorf("Valid(%q) = %v, RFC8141.Valid = %v", in, a, b)
		}
		u, err := urn.Parse(in)
		if v, err2 := urn.RFC8141.Parse(in); u != v || (err == nil) != (err2 == nil) {
			t.Errorf("Parse(%q) = %v, %v; RFC8141.Parse = %v, %v", in, u, err, v, err2)
		}
	})
}

func checkEntryPoints(t testing.TB, x urn.Syntax, in string) {
	b := []byte(in)
	o, fault := x.LocateBytes(b)
	oString, faultString := x.Locate(in)
	u, err := x.Parse(in)
	v, errBytes := x.ParseBytes(b)
	if string(b) != in {
		t.Fatalf("%v: parsing changed the caller's bytes from %q to %q", x, in, b)
	}
	if o != oString || fault != faultString {
		t.Errorf("%v.LocateBytes(%q) = %+v, %+v; Locate = %+v, %+v", x, in, o, fault, oString, faultString)
	}
	if u != v {
		t.Errorf("%v.Parse(%q) = %q, ParseBytes = %q", x, in, u, v)
	}
	ok := fault == urn.Fault{}
	if x.Valid(in) != ok || (err == nil) != ok || (errBytes == nil) != ok || u.IsZero() == ok || (fault.Err(in) == nil) != ok {
		t.Errorf("%v: Valid(%q) = %v, Locate's fault %+v, Parse's error %v, ParseBytes' %v", x, in, x.Valid(in), fault, err, errBytes)
	}
	clear(b)
	if !ok {
		for _, e := range []error{err, errBytes} {
			var s *urn.Error
			if !errors.As(e, &s) || (urn.Fault{Syntax: s.Syntax, Offset: s.Offset, Reason: s.Reason}) != fault || s.Syntax != x || !errors.Is(e, fault.Reason) {
				t.Errorf("%v: parsing %q: %v, want the fault %+v", x, in, e, fault)
			}
		}
		if err.Error() != errBytes.Error() {
			t.Errorf("%v: parsing %q as a string: %q, as bytes: %q", x, in, err, errBytes)
		}
		return
	}
	if v.String() != in {
		t.Errorf("%v.ParseBytes(%q) kept the caller's bytes: now it is %q", x, in, v)
	}
	checkAppend(t, u, in)
	if x == urn.RFC8141 {
		checkPackageLevel(t, u, in)
	}
	if got := u.Offsets(); got != o || u.Syntax() != x {
		t.Errorf("%v.Parse(%q): Offsets() = %+v, Syntax() = %v; Locate has %+v", x, in, got, u.Syntax(), o)
	}
}

// checkAppend: the functions that append have the results of those that return a
// string, keep what is there, and do not write to their argument.
func checkAppend(t testing.TB, u urn.URN, in string) {
	o, b := u.Offsets(), []byte(in)
	for name, c := range map[string]struct {
		append func(dst []byte) []byte
		want   string
	}{
		"URN.AppendKey":            {u.AppendKey, u.Key()},
		"URN.AppendNormalized":     {u.AppendNormalized, u.Normalize().String()},
		"Offsets.AppendKey":        {func(dst []byte) []byte { return o.AppendKey(dst, b) }, u.Key()},
		"Offsets.AppendNormalized": {func(dst []byte) []byte { return o.AppendNormalized(dst, b) }, u.Normalize().String()},
	} {
		if got := c.append([]byte("%41<")); string(got) != "%41<"+c.want {
			t.Errorf("%v: %s of %q appends %q, want %q", u.Syntax(), name, u, got, c.want)
		}
	}
	if string(b) != in {
		t.Errorf("%v: appending changed the caller's bytes from %q to %q", u.Syntax(), in, b)
	}
	spans := []urn.Span{o.NID(), o.NSS(), o.R(), o.Q(), o.F()}
	for i, want := range []string{u.NID(), u.NSS(), u.R(), u.Q(), u.F()} {
		if s := spans[i]; in[s.Start:s.End] != want {
			t.Errorf("%v: span %v of %q is %q, want %q", u.Syntax(), s, u, in[s.Start:s.End], want)
		}
	}
}

// checkPackageLevel: a function has the results of the method of the same name.
func checkPackageLevel(t testing.TB, u urn.URN, in string) {
	b := []byte(in)
	parsed, err := urn.Parse(in)
	bytes, errBytes := urn.RFC8141.ParseBytes(b)
	o, fault := urn.RFC8141.Locate(in)
	oBytes, faultBytes := urn.RFC8141.LocateBytes(b)
	built, errBuilt := urn.RFC8141.Build(u.Parts())
	wantBuilt, wantErrBuilt := urn.RFC8141.Build(u.Parts())
	if parsed != u || bytes != u || urn.MustParse(in) != u || urn.RFC8141.MustParse(in) != u || built != wantBuilt ||
		err != nil || errBytes != nil || errBuilt != nil || wantErrBuilt != nil ||
		o != u.Offsets() || oBytes != o || fault != faultBytes || !urn.Valid(in) {
		t.Errorf("package-level functions of %q differ from the methods of RFC8141", in)
	}
}

// FuzzParse: String undoes Parse, and Build undoes Parts except for the scheme's
// case.
func FuzzParse(f *testing.F) {
	addVectors(f)
	f.Fuzz(func(t *testing.T, in string) {
		for _, x := range syntaxes {
			u, err := x.Parse(in)
			if err != nil {
				continue
			}
			if u.String() != in {
				t.Errorf("%v.Parse(%q).String() = %q", x, in, u)
			}
			if v, err := x.Parse(u.String()); v != u || err != nil {
				t.Errorf("%v.Parse(%q) = %v, %v, want what it was parsed to before", x, u, v, err)
			}
			want := "urn" + in[3:]
			if v, err := x.Build(u.Parts()); err != nil || v.String() != want || v.Parts() != u.Parts() {
				t.Errorf("%v.Build(%+v) = %q, %v, want %q", x, u.Parts(), v, err, want)
			}
			if got := reassemble(u); got != in {
				t.Errorf("%v.Parse(%q): its parts make %q", x, in, got)
			}
		}
	})
}

// reassemble puts the accessors' answers together again.
func reassemble(u urn.URN) string {
	s := u.AssignedName()
	if u.R() != "" {
		s += "?+" + u.R()
	}
	if q := u.Q(); q != "" {
		s += map[bool]string{false: "?=", true: "?"}[u.Syntax() == urn.Draft2141bis] + q
	}
	if u.Parts().HasF {
		s += "#" + u.F()
	}
	if want := s[:4] + u.NID() + ":" + u.NSS(); u.AssignedName() != want {
		return "not " + want + ": " + s
	}
	return s
}

// FuzzNormalize: the normal form parses, is its own normal form, and is
// equivalent to the original name. It is the one that RFC 8141, section 3.1,
// defines.
func FuzzNormalize(f *testing.F) {
	addVectors(f)
	f.Fuzz(func(t *testing.T, in string) {
		for _, x := range syntaxes {
			u, err := x.Parse(in)
			if err != nil {
				continue
			}
			n := u.Normalize()
			if want := normalSpelling(in, len("urn:")+len(u.NID())); n.String() != want {
				t.Errorf("%v.Parse(%q).Normalize() = %q, want %q", x, in, n, want)
			}
			if v, err := x.Parse(n.String()); err != nil || v != n {
				t.Errorf("%v.Parse(%q).Normalize() is not what its string parses to: %q, %v", x, in, v, err)
			}
			if again := n.Normalize(); again != n {
				t.Errorf("%v.Parse(%q).Normalize() = %q, and of that %q", x, in, n, again)
			}
			if !u.Equal(n) || !n.Equal(u) || u.Compare(n) != 0 || u.Key() != n.Key() || draft2141bis.ResolutionKey(u) != draft2141bis.ResolutionKey(n) {
				t.Errorf("%v.Parse(%q) and its Normalize() %q are not equivalent", x, in, n)
			}
			if u.Key() != n.AssignedName() {
				t.Errorf("%v.Parse(%q).Key() = %q, want %q", x, in, u.Key(), n.AssignedName())
			}
			if u.String() != in {
				t.Errorf("normalising %q changed it to %q", in, u)
			}
		}
	})
}

// normalSpelling is the normal form of a URN, in the words of RFC 8141,
// section 3.1.
func normalSpelling(s string, nidEnd int) string {
	var out strings.Builder
	out.WriteString(strings.ToLower(s[:nidEnd]))
	for rest := s[nidEnd:]; rest != ""; {
		n := 1
		if rest[0] == '%' {
			n = len("%XX")
			out.WriteString(strings.ToUpper(rest[:n]))
		} else {
			out.WriteString(rest[:n])
		}
		rest = rest[n:]
	}
	return out.String()
}

// respell returns a URN with the key of u whose spelling differs as much as
// possible: scheme, NID and hexadecimal digits change case, and there is no r-, q-
// or f-component.
func respell(u urn.URN) urn.URN {
	b := []byte(u.AssignedName())
	digits := 0
	for i, c := range b {
		if digits > 0 || i < u.Offsets().NID().End {
			if 'a' <= c|0x20 && c|0x20 <= 'z' {
				b[i] ^= 0x20
			}
			digits--
		}
		if c == '%' {
			digits = len("XX")
		}
	}
	return u.Syntax().MustParse(string(b))
}

// FuzzCompare: Equal is an equivalence relation and distinguishes the same names as Key;
// Compare is a total order consistent with both, under any mix of syntaxes.
func FuzzCompare(f *testing.F) {
	vectors := readVectors(f)
	for i, v := range vectors {
		f.Add(v.input, vectors[(i+1)%len(vectors)].input, strings.ToUpper(v.input))
	}
	for _, e := range readEquivalence(f) {
		f.Add(e.A, e.B, e.A+"#")
	}
	f.Fuzz(func(t *testing.T, a, b, c string) {
		list := []urn.URN{{}}
		for _, s := range []string{a, b, c} {
			for _, x := range syntaxes {
				if u, err := x.Parse(s); err == nil {
					list = append(list, u, u.Normalize(), respell(u))
				}
			}
		}
		for _, u := range list {
			if !u.Equal(u) || u.Compare(u) != 0 {
				t.Errorf("%q.Equal(itself) = %v, Compare %d", u, u.Equal(u), u.Compare(u))
			}
			for _, v := range list {
				cmp := u.Compare(v)
				// A total order: strings.Compare is one.
				if cmp != strings.Compare(u.Key(), v.Key()) {
					t.Errorf("%q.Compare(%q) = %d, their keys are %q and %q", u, v, cmp, u.Key(), v.Key())
				}
				if u.Equal(v) != (cmp == 0) || u.Equal(v) != (u.Key() == v.Key()) {
					t.Errorf("%q.Equal(%q) = %v, Compare %d, keys %q and %q", u, v, u.Equal(v), cmp, u.Key(), v.Key())
				}
				if v.Compare(u) != -cmp || v.Equal(u) != u.Equal(v) {
					t.Errorf("%q.Compare(%q) = %d, and the other way %d", u, v, cmp, v.Compare(u))
				}
			}
		}
	})
}

// FuzzResolutionKey: the key is a URN with the same Key and no f-component,
// and under the draft it does not depend on the order of directives with
// different keywords (section 5, step 5b).
func FuzzResolutionKey(f *testing.F) {
	addVectors(f)
	f.Fuzz(func(t *testing.T, in string) {
		for _, x := range syntaxes {
			u, err := x.Parse(in)
			if err != nil {
				continue
			}
			key := draft2141bis.ResolutionKey(u)
			v, err := x.Parse(key)
			if err != nil {
				t.Errorf("%v.Parse(%q).ResolutionKey() = %q: %v", x, in, key, err)
				continue
			}
			if !v.Equal(u) || v.Parts().HasF || draft2141bis.ResolutionKey(v) != key || v.Normalize() != v {
				t.Errorf("%v.Parse(%q).ResolutionKey() = %q: equivalent %v, f-component %v, its own key %q, normal form %q",
					x, in, key, v.Equal(u), v.Parts().HasF, draft2141bis.ResolutionKey(v), v.Normalize())
			}
			if bare := u.R() == "" && u.Q() == ""; (key == u.Key()) != bare {
				t.Errorf("%v.Parse(%q).ResolutionKey() = %q, Key() = %q", x, in, key, u.Key())
			}
			p := u.Parts()
			p.F = "x"
			if f, err := x.Build(p); (err != nil) != (x == urn.RFC2141) || err == nil && draft2141bis.ResolutionKey(f) != key {
				t.Errorf("%v.Parse(%q).ResolutionKey() = %q, with an f-component %q, %v", x, in, key, draft2141bis.ResolutionKey(f), err)
			}
			if r := respell(u); u.R() == "" && u.Q() == "" && draft2141bis.ResolutionKey(r) != key {
				t.Errorf("%v.Parse(%q).ResolutionKey() = %q, of %q %q", x, in, key, r, draft2141bis.ResolutionKey(r))
			}
			if x != urn.Draft2141bis {
				if r, q := u.Normalize().R(), u.Normalize().Q(); v.R() != r || v.Q() != q {
					t.Errorf("%v.Parse(%q).ResolutionKey() = %q, want the r-component %q and the q-component %q", x, in, key, r, q)
				}
				continue
			}
			checkDirectiveOrder(t, u, key)
		}
	})
}

// checkDirectiveOrder reverses the directives of u, in so far as their
// keywords differ, and wants the same key.
func checkDirectiveOrder(t testing.TB, u urn.URN, key string) {
	if u.Q() == "" {
		return
	}
	keyword := func(directive string) string {
		k, _, _ := strings.Cut(directive, "=")
		return k
	}
	directives := strings.Split(u.Q(), "&")
	var keywords []string
	for _, d := range directives {
		if !slices.Contains(keywords, keyword(d)) {
			keywords = append(keywords, keyword(d))
		}
	}
	slices.Reverse(keywords)
	var reversed []string
	for _, k := range keywords {
		for _, d := range directives {
			if keyword(d) == k {
				reversed = append(reversed, d)
			}
		}
	}
	p := u.Parts()
	p.Q = strings.Join(reversed, "&")
	v, err := u.Syntax().Build(p)
	if err != nil || draft2141bis.ResolutionKey(v) != key {
		t.Errorf("ResolutionKey() of %q is %q, of %q %q, %v", u, key, v, draft2141bis.ResolutionKey(v), err)
	}
	parsed, _ := u.Syntax().Parse(key)
	sorted := strings.Split(parsed.Q(), "&")
	if len(sorted) != len(directives) || !slices.IsSortedFunc(sorted, func(a, b string) int { return strings.Compare(keyword(a), keyword(b)) }) {
		t.Errorf("ResolutionKey() of %q is %q: its directives are not those, sorted by keyword", u, key)
	}
}

// FuzzBuild: Build returns a URN with exactly the given parts, or an error. It
// returns an error only if there is no such URN.
func FuzzBuild(f *testing.F) {
	for _, v := range readVectors(f) {
		if v.Valid {
			u, _ := v.Syntax.Parse(v.input)
			p := u.Parts()
			f.Add(p.NID, p.NSS, p.R, p.Q, p.F, p.HasF)
		}
		f.Add("ex", v.input, "", "", "", false)
		f.Add("ex", "a", v.input, "", "", false)
		f.Add("ex", "a", "", v.input, "", false)
		f.Add("ex", "a", "", "", v.input, true)
		f.Add(v.input, "a", "", "", "", false)
	}
	for _, p := range []urn.Parts{
		{NID: "ex", NSS: "a#b"}, {NID: "ex", NSS: "a?+b"}, {NID: "ex", NSS: "a?=b"}, {NID: "ex:a", NSS: "b"}, {NID: "ex", NSS: "a", R: "b?=c"},
		{NID: "ex", NSS: "a", R: "b?", Q: "=c"}, {NID: "ex", NSS: "a", R: "b?", Q: "c"}, {NID: "ex", NSS: "a", R: "b#c"}, {NID: "ex", NSS: "a", Q: "b#c"},
		{NID: "ex", NSS: "a", F: "b#c"}, {NID: "ex", NSS: "a", HasF: true}, {NID: "ex", NSS: "a%2", F: "b"}, {NID: "ex", NSS: "%", R: "41"}, {},
	} {
		f.Add(p.NID, p.NSS, p.R, p.Q, p.F, p.HasF)
	}
	f.Fuzz(func(t *testing.T, nid, nss, r, q, fragment string, hasF bool) {
		p := urn.Parts{NID: nid, NSS: nss, R: r, Q: q, F: fragment, HasF: hasF}
		want := p
		want.HasF = hasF || fragment != ""
		for _, x := range syntaxes {
			u, err := x.Build(p)
			spelling := spellParts(x, want)
			v, parseErr := x.Parse(spelling)
			possible := parseErr == nil && v.Parts() == want
			switch {
			case err == nil && (u.Parts() != want || u.String() != spelling):
				t.Errorf("%v.Build(%+v) = %q with the parts %+v", x, p, u, u.Parts())
			case (err == nil) != possible:
				t.Errorf("%v.Build(%+v) = %q, %v; %q parses to the parts %+v, %v", x, p, u, err, spelling, v.Parts(), parseErr)
			case err != nil:
				var s *urn.Error
				if !errors.As(err, &s) || s.Reason == 0 || s.Offset < 0 || s.Offset > len(spelling) || !u.IsZero() {
					t.Errorf("%v.Build(%+v) = %q, %#v", x, p, u, err)
				}
			}
			if err == nil {
				checkParts(t, u)
			}
		}
	})
}

// spellParts puts parts together without a look at what comes of it.
func spellParts(x urn.Syntax, p urn.Parts) string {
	s := "urn:" + p.NID + ":" + p.NSS
	if p.R != "" {
		s += "?+" + p.R
	}
	if p.Q != "" && x == urn.Draft2141bis {
		s += "?" + p.Q
	} else if p.Q != "" {
		s += "?=" + p.Q
	}
	if p.HasF {
		s += "#" + p.F
	}
	return s
}

// checkParts: one part is taken out and nothing else changes, and put back.
func checkParts(t testing.TB, u urn.URN) {
	p := u.Parts()
	for _, c := range []struct {
		name  string
		blank func(p *urn.Parts)
	}{
		{"r-component", func(p *urn.Parts) { p.R = "" }},
		{"q-component", func(p *urn.Parts) { p.Q = "" }},
		{"NSS", func(p *urn.Parts) { p.NSS = "b" }},
		{"f-component", func(p *urn.Parts) { p.F, p.HasF = "", false }},
	} {
		want := p
		c.blank(&want)
		v, err := u.Syntax().Build(want)
		if err != nil || v.Parts() != want || want.NSS == p.NSS && !v.Equal(u) {
			t.Errorf("%v: %q without its %s = %q, %v", u.Syntax(), u, c.name, v, err)
			continue
		}
		if w, err := v.Syntax().Build(p); err != nil || w.String() != "urn"+u.String()[len("urn"):] {
			t.Errorf("%v: %q with the %s of %q = %q, %v", u.Syntax(), v, c.name, u, w, err)
		}
	}
}

// TestConcurrentParse has goroutines read one byte slice, and use the values
// that come of it, all at once. It is for the race detector; without it, it
// still sees a parser that keeps something between calls.
func TestConcurrentParse(testingT *testing.T) {
	t := testhelp.FirstFailures(testingT)
	shared := []byte("URN:Example:a%2fb?+r%2f?=q#f")
	sharedBad := []byte("URN:Example:a%2fb?+r%2")
	original := urn.MustParse(string(shared))
	other := urn.MustParse("urn:example:a%2Fb")
	_, wantFault := urn.RFC8141.LocateBytes(sharedBad)
	var group sync.WaitGroup
	for range 8 {
		group.Add(1)
		go func() {
			defer group.Done()
			for range 500 {
				u, err := urn.RFC8141.ParseBytes(shared)
				o, fault := urn.RFC8141.LocateBytes(shared)
				if err != nil || u != original || o != original.Offsets() || fault.Reason != 0 {
					t.Errorf("ParseBytes(%q) = %q, %v; Locate = %+v, %+v", shared, u, err, o, fault)
					return
				}
				for _, x := range syntaxes {
					if ok := x == urn.RFC8141; x.Valid(string(sharedBad)) || ok && original.Syntax() != x {
						t.Errorf("%v.Valid(%q) = true", x, sharedBad)
						return
					}
				}
				if _, fault := urn.RFC8141.LocateBytes(sharedBad); fault != wantFault {
					t.Errorf("Locate(%q): fault %+v, want %+v", sharedBad, fault, wantFault)
					return
				}
				if _, err := urn.RFC8141.ParseBytes(sharedBad); err == nil || err.Error() == "" {
					t.Errorf("ParseBytes(%q): %v", sharedBad, err)
					return
				}
				if !original.Equal(other) || original.Compare(other) != 0 || original.Key() != other.Key() ||
					original.Normalize().Normalize() != original.Normalize() || draft2141bis.ResolutionKey(original) == "" {
					t.Errorf("%q and %q are not equivalent any more", original, other)
					return
				}
			}
		}()
	}
	group.Wait()
}
