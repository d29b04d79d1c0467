// Checks histories of faults/run with Porcupine, which knows nothing of how the checker there does it: each object is a
// counter that only rises, and the history must be one that it could have answered in some order.
//
//	faults/porcupine/check faults/target/run/*/history.tsv.gz
//
// Exits with 0 when all are, with 1 when one is not or cannot be read.
package main

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/anishathalye/porcupine"
)

const patience = 5 * time.Minute

// A run of consecutive values that was answered.
type values struct{ first, last int64 }

// The state is the highest value so far. An answer must lie above it; what was passed over stays a gap.
var counter = porcupine.Model{
	Init: func() any { return int64(0) },
	Step: func(state, _, output any) (bool, any) {
		answer := output.(values)
		return answer.first > state.(int64), answer.last
	},
	DescribeOperation: func(_, output any) string { return fmt.Sprint(output) },
}

func main() {
	isGood := len(os.Args) > 1
	for _, name := range os.Args[1:] {
		objects, err := read(name)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			isGood = false
			continue
		}
		for _, object := range slices.Sorted(maps.Keys(objects)) {
			operations := objects[object]
			result := porcupine.CheckOperationsTimeout(counter, operations, patience)
			fmt.Printf("%s\t%s\t%d operations\t%s\n", name, object, len(operations), result)
			isGood = isGood && result == porcupine.Ok
		}
	}
	if !isGood {
		os.Exit(1)
	}
}

// The objects of which values rise over all gateways; and of fast sequences each gateway's part.
func read(name string) (map[string][]porcupine.Operation, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var text io.Reader = file
	if strings.HasSuffix(name, ".gz") {
		if text, err = gzip.NewReader(file); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	objects := map[string][]porcupine.Operation{}
	lines := bufio.NewScanner(text)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		columns := strings.Split(lines.Text(), "\t")
		if len(columns) != 7 {
			return nil, fmt.Errorf("%s: an operation has 7 columns: %s", name, lines.Text())
		}
		object := columns[0]
		if object == "FAST" {
			object += " of " + columns[1]
		}
		if object == "ID" || columns[5] != "" {
			continue
		}
		operation, err := operationOf(columns)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		objects[object] = append(objects[object], operation)
	}
	return objects, lines.Err()
}

func operationOf(columns []string) (porcupine.Operation, error) {
	first, last, _ := strings.Cut(columns[6], "-")
	var numbers [4]int64
	for i, text := range []string{columns[2], columns[3], first, last} {
		number, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return porcupine.Operation{}, err
		}
		numbers[i] = number
	}
	return porcupine.Operation{
		Call: numbers[0], Return: numbers[1], Output: values{numbers[2], numbers[3]},
	}, nil
}
