package record_test

import (
	"encoding/json"
	"testing"

	"github.com/seed7b5a83f0/urn/cmd/urn/internal/record"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestFields(t *testing.T) {
	names := []string{"a", "b_2"}
	for _, values := range [][]string{{"", "x"}, {"\"\\\n\x00", "é\u2028"}, {"\ufffd\\ufffd", `\ufffd`}} {
		text := record.AppendFields(nil, names, values)
		var object map[string]string
		require.NoError(t, json.Unmarshal(text, &object))
		assert.Equal(t, map[string]string{"a": values[0], "b_2": values[1]}, object)
		again, err := record.ParseFields(text, names, nil)
		require.NoError(t, err)
		assert.Equal(t, values, again)
	}
	assert.Equal(t, "{}", string(record.AppendFields(nil, nil, nil)))
	got, err := record.ParseFields([]byte(`{"b_2":true,"a":12}`), names, []string{"kept"})
	assert.NoError(t, err)
	assert.Equal(t, []string{"kept", "12", "true"}, got)
	for text, want := range map[string]string{
		`x`: "not a JSON object", `null`: "not a JSON object", `[]`: "not a JSON object", `{"a":1}`: `no "b_2"`,
		`{"a":null,"b_2":1}`: "neither", `{"a":[],"b_2":1}`: "neither", `{"a":1,"b_2":1,"c":1}`: `no field "c"`,
		`{"a":1,"b_2":2,"a":3}`: `more than one "a"`, `{"a":1,"\u0061":3,"b_2":2}`: `more than one "a"`, `{"a":"\ud800","b_2":2}`: "half of a surrogate pair",
		"{\"a\":\"\xff\",\"b_2\":2}": "not UTF-8", `{"a":1,"b_2":2}x`: "not a JSON object", `{"a":1,"b_2":2`: "not a JSON object", `{"a":1 "b_2":2}`: "not a JSON object", `{1:2}`: "not a JSON object", ``: "not a JSON object", `{"a":}`: "not a JSON object",
	} {
		got, err := record.ParseFields([]byte(text), names, []string{"kept"})
		assert.ErrorContains(t, err, want, text)
		assert.Equal(t, []string{"kept"}, got)
	}
}
