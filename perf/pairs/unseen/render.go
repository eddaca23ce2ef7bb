// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) The aprof authors
//
// Templates of text: a lexer, a tree, and a renderer with variables in nested scopes and filters.
// usage: render LINES

package main

import (
	"fmt"
	"os"
	"sort"
	"strconv"
	"strings"
)

type kind int

const (
	text kind = iota
	variable
	loop
	end
)

type token struct {
	kind kind
	text string
}

type node struct {
	token    token
	children []*node
}

type scope struct {
	names  map[string]string
	parent *scope
}

type filter interface {
	Apply(value string) string
}

type upper struct{}

type escape struct {
	special string
}

var state uint32 = 23

func nextRandom(limit int) int {
	state = state*1664525 + 1013904223
	return int(state>>8) % limit
}

func (upper) Apply(value string) string {
	return strings.ToUpper(value)
}

func (e escape) Apply(value string) string {
	var out strings.Builder
	for i := 0; i < len(value); i++ {
		if strings.IndexByte(e.special, value[i]) >= 0 {
			out.WriteByte('\\')
		}
		out.WriteByte(value[i])
	}
	return out.String()
}

func lex(source string) []token {
	var tokens []token
	for at := 0; at < len(source); {
		open := strings.Index(source[at:], "{{")
		if open < 0 {
			tokens = append(tokens, token{text, source[at:]})
			break
		}
		if open > 0 {
			tokens = append(tokens, token{text, source[at : at+open]})
		}
		at += open + 2
		length := strings.Index(source[at:], "}}")
		word := source[at : at+length]
		at += length + 2
		switch {
		case word == "end":
			tokens = append(tokens, token{end, ""})
		case strings.HasPrefix(word, "for "):
			tokens = append(tokens, token{loop, word[4:]})
		default:
			tokens = append(tokens, token{variable, word})
		}
	}
	return tokens
}

func parse(tokens []token) ([]*node, int) {
	var list []*node
	for i := 0; i < len(tokens); i++ {
		switch tokens[i].kind {
		case end:
			return list, i + 1
		case loop:
			children, used := parse(tokens[i+1:])
			list = append(list, &node{tokens[i], children})
			i += used
		default:
			list = append(list, &node{tokens[i], nil})
		}
	}
	return list, len(tokens)
}

func (s *scope) lookup(name string) string {
	for ; s != nil; s = s.parent {
		if value, ok := s.names[name]; ok {
			return value
		}
	}
	return ""
}

func applyFilters(value string, names []string, filters map[string]filter) string {
	for _, name := range names {
		if f, ok := filters[name]; ok {
			value = f.Apply(value)
		}
	}
	return value
}

func render(list []*node, s *scope, filters map[string]filter, out *strings.Builder) {
	for _, n := range list {
		switch n.token.kind {
		case text:
			out.WriteString(n.token.text)
		case variable:
			words := strings.Split(n.token.text, "|")
			out.WriteString(applyFilters(s.lookup(words[0]), words[1:], filters))
		case loop:
			count, _ := strconv.Atoi(n.token.text)
			for i := 0; i < count; i++ {
				inner := &scope{map[string]string{"i": strconv.Itoa(i)}, s}
				render(n.children, inner, filters, out)
			}
		}
	}
}

func wrap(source string, width int) []string {
	var lines []string
	start, blank := 0, -1
	for i := 0; i < len(source); i++ {
		if source[i] == ' ' {
			blank = i
		}
		if source[i] == '\n' {
			lines = append(lines, source[start:i])
			start, blank = i+1, -1
		} else if i-start >= width && blank > start {
			lines = append(lines, source[start:blank])
			start, blank = blank+1, -1
		}
	}
	return append(lines, source[start:])
}

func longest(lines []string, n int) int {
	lengths := make([]int, len(lines))
	for i, line := range lines {
		lengths[i] = len(line)
	}
	sort.Ints(lengths)
	sum := 0
	for i := 0; i < n && i < len(lengths); i++ {
		sum += lengths[len(lengths)-1-i]
	}
	return sum
}

func makeTemplate(n int) string {
	var out strings.Builder
	for i := 0; i < n; i++ {
		switch nextRandom(4) {
		case 0:
			fmt.Fprintf(&out, "plain words in line %d, which goes on for a while\n", i)
		case 1:
			fmt.Fprintf(&out, "the name is {{name%d|upper}} and more\n", nextRandom(40))
		case 2:
			fmt.Fprintf(&out, "{{for %d}}item {{i}} of {{name%d|escape}}, {{end}}\n", 1+nextRandom(6), nextRandom(40))
		default:
			fmt.Fprintf(&out, "{{for 2}}{{for 3}}{{i}}:{{title|escape|upper}} {{end}}{{end}}\n")
		}
	}
	return out.String()
}

func main() {
	most := 300
	if len(os.Args) > 1 {
		most, _ = strconv.Atoi(os.Args[1])
	}
	filters := map[string]filter{"upper": upper{}, "escape": escape{"*_<>&"}}
	globals := &scope{map[string]string{"title": "A <title> of *words*"}, nil}
	for i := 0; i < 40; i++ {
		globals.names["name"+strconv.Itoa(i)] = strings.Repeat("name_", 1+i%3)
	}
	for n := most / 10; n <= most; n += most / 10 {
		list, _ := parse(lex(makeTemplate(n)))
		var out strings.Builder
		render(list, globals, filters, &out)
		lines := wrap(out.String(), 60)
		fmt.Println(n, out.Len(), len(lines), longest(lines, 10))
	}
}
