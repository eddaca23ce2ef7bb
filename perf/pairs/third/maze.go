// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) The aprof authors
//
// Finds ways through a town: a search goes first where the goal seems near, ways that were found are kept, and a guide
// describes them. SEED in the environment is that of the town.
// usage: maze SIZE [TRIPS]

package main

import (
	"fmt"
	"os"
	"sort"
	"strconv"
	"strings"
)

type Place struct {
	x, y   int
	name   string
	cost   int
	isWall bool
}

type Town struct {
	size   int
	places []Place
	names  map[string]int
}

type entry struct {
	place    int
	priority int
}

type Queue struct {
	entries []entry
}

type Trip struct {
	from, to int
}

type Guide struct {
	town    *Town
	known   map[Trip][]int
	visited int
	best    []int
	origin  []int
	round   []int
	n       int
}

type random struct{ state uint64 }

func (r *random) below(limit int) int {
	r.state = r.state*6364136223846793005 + 1442695040888963407
	return int(r.state>>33) % limit
}

func newTown(size int, r *random) *Town {
	town := &Town{size, make([]Place, 0, size*size), make(map[string]int)}
	for y := 0; y < size; y++ {
		for x := 0; x < size; x++ {
			name := "place " + strconv.Itoa(x) + "/" + strconv.Itoa(y)
			place := Place{x, y, name, 1 + r.below(3), r.below(4) == 0}
			town.names[name] = len(town.places)
			town.places = append(town.places, place)
		}
	}
	return town
}

func (town *Town) at(x, y int) int {
	if x < 0 || y < 0 || x >= town.size || y >= town.size {
		return -1
	}
	return y*town.size + x
}

func (town *Town) neighbours(place int, found []int) []int {
	found = found[:0]
	x, y := town.places[place].x, town.places[place].y
	for _, step := range [4][2]int{{0, -1}, {1, 0}, {0, 1}, {-1, 0}} {
		next := town.at(x+step[0], y+step[1])
		if next >= 0 && !town.places[next].isWall {
			found = append(found, next)
		}
	}
	return found
}

func distance(a, b *Place) int {
	dx, dy := a.x-b.x, a.y-b.y
	if dx < 0 {
		dx = -dx
	}
	if dy < 0 {
		dy = -dy
	}
	return dx + dy
}

func (queue *Queue) push(place, priority int) {
	queue.entries = append(queue.entries, entry{place, priority})
	i := len(queue.entries) - 1
	for i > 0 && queue.entries[(i-1)/2].priority > queue.entries[i].priority {
		queue.entries[i], queue.entries[(i-1)/2] = queue.entries[(i-1)/2], queue.entries[i]
		i = (i - 1) / 2
	}
}

func (queue *Queue) pop() int {
	place := queue.entries[0].place
	last := len(queue.entries) - 1
	queue.entries[0] = queue.entries[last]
	queue.entries = queue.entries[:last]
	for i := 0; ; {
		least := i
		for child := 2*i + 1; child <= 2*i+2 && child < last; child++ {
			if queue.entries[child].priority < queue.entries[least].priority {
				least = child
			}
		}
		if least == i {
			return place
		}
		queue.entries[i], queue.entries[least] = queue.entries[least], queue.entries[i]
		i = least
	}
}

func newGuide(town *Town) *Guide {
	n := len(town.places)
	return &Guide{town: town, known: make(map[Trip][]int), best: make([]int, n), origin: make([]int, n),
		round: make([]int, n)}
}

func (guide *Guide) search(trip Trip) []int {
	town := guide.town
	goal := &town.places[trip.to]
	guide.n++
	guide.best[trip.from] = 0
	guide.round[trip.from] = guide.n
	var queue Queue
	queue.push(trip.from, 0)
	neighbours := make([]int, 0, 4)
	for len(queue.entries) > 0 {
		place := queue.pop()
		guide.visited++
		if place == trip.to {
			return guide.way(trip)
		}
		neighbours = town.neighbours(place, neighbours)
		for _, next := range neighbours {
			cost := guide.best[place] + town.places[next].cost
			if guide.round[next] == guide.n && guide.best[next] <= cost {
				continue
			}
			guide.round[next] = guide.n
			guide.best[next] = cost
			guide.origin[next] = place
			queue.push(next, cost+distance(&town.places[next], goal))
		}
	}
	return nil
}

func (guide *Guide) way(trip Trip) []int {
	var way []int
	for place := trip.to; place != trip.from; place = guide.origin[place] {
		way = append(way, place)
	}
	for i, k := 0, len(way)-1; i < k; i, k = i+1, k-1 {
		way[i], way[k] = way[k], way[i]
	}
	return way
}

func (guide *Guide) find(trip Trip) []int {
	if way, isKnown := guide.known[trip]; isKnown {
		return way
	}
	way := guide.search(trip)
	guide.known[trip] = way
	return way
}

func direction(a, b *Place) string {
	switch {
	case b.x > a.x:
		return "east"
	case b.x < a.x:
		return "west"
	case b.y > a.y:
		return "south"
	}
	return "north"
}

func (guide *Guide) describe(trip Trip, way []int) string {
	var text strings.Builder
	places := guide.town.places
	last := &places[trip.from]
	for i := 0; i < len(way); {
		heading := direction(last, &places[way[i]])
		n := 0
		for i < len(way) && direction(last, &places[way[i]]) == heading {
			last = &places[way[i]]
			i++
			n++
		}
		text.WriteString("go ")
		text.WriteString(strconv.Itoa(n))
		text.WriteString(" steps to the ")
		text.WriteString(heading)
		text.WriteString(" until ")
		text.WriteString(last.name)
		text.WriteString("\n")
	}
	return text.String()
}

// Returns trips between few homes and many other places, some of which are made often.
func makeTrips(town *Town, n int, r *random) []Trip {
	var open []int
	for i := range town.places {
		if !town.places[i].isWall {
			open = append(open, i)
		}
	}
	trips := make([]Trip, 0, n)
	for len(trips) < n {
		home := town.names["place "+strconv.Itoa(r.below(4)*town.size/4)+"/"+strconv.Itoa(r.below(4)*town.size/4)]
		if town.places[home].isWall {
			continue
		}
		trips = append(trips, Trip{home, open[r.below(12)*len(open)/12+r.below(3)]})
	}
	return trips
}

func longest(lengths map[string]int, n int) []string {
	names := make([]string, 0, len(lengths))
	for name := range lengths {
		names = append(names, name)
	}
	sort.Slice(names, func(a, b int) bool {
		if lengths[names[a]] != lengths[names[b]] {
			return lengths[names[a]] > lengths[names[b]]
		}
		return names[a] < names[b]
	})
	if len(names) > n {
		names = names[:n]
	}
	return names
}

func number(arg, otherwise int) int {
	if arg < len(os.Args) {
		if value, err := strconv.Atoi(os.Args[arg]); err == nil {
			return value
		}
	}
	return otherwise
}

func main() {
	seed := uint64(4)
	if value, err := strconv.Atoi(os.Getenv("SEED")); err == nil {
		seed = uint64(value)
	}
	r := &random{seed}
	town := newTown(number(1, 60), r)
	guide := newGuide(town)
	lengths := make(map[string]int)
	bytes, lost := 0, 0
	for _, trip := range makeTrips(town, number(2, 400), r) {
		way := guide.find(trip)
		if way == nil {
			lost++
			continue
		}
		bytes += len(guide.describe(trip, way))
		lengths[town.places[trip.to].name] += len(way)
	}
	fmt.Printf("%d visited, %d ways, %d lost, %d bytes\n", guide.visited, len(guide.known), lost, bytes)
	fmt.Println(strings.Join(longest(lengths, 3), ", "))
}
