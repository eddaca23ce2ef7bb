// SPDX-License-Identifier: GPL-2.0-or-later
// Copyright (C) The aprof authors
//
// Filters an image: it is blurred, its edges are found, single bright pixels are removed, regions of equal brightness
// are counted, and rows are packed. SEED in the environment is that of the image.
// usage: filters WIDTH HEIGHT

package main

import (
	"bufio"
	"fmt"
	"os"
	"sort"
	"strconv"
)

const (
	radius    = 4
	medianOf  = 9
	nLevels   = 8
	mostInRun = 255
)

type Image struct {
	width, height int
	pixels        []uint8
}

type Filter interface {
	Name() string
	Apply(image *Image) *Image
}

func newImage(width, height int) *Image {
	return &Image{width, height, make([]uint8, width*height)}
}

func (image *Image) row(y int) []uint8 {
	return image.pixels[y*image.width : (y+1)*image.width]
}

func clamp(value, least, most int) int {
	if value < least {
		return least
	}
	if value > most {
		return most
	}
	return value
}

type random struct{ state uint64 }

func (r *random) below(limit int) int {
	r.state = r.state*6364136223846793005 + 1442695040888963407
	return int(r.state>>33) % limit
}

func makeImage(width, height int, seed uint64) *Image {
	image := newImage(width, height)
	r := random{seed}
	for n := 0; n < 24; n++ {
		x, y, level := r.below(width), r.below(height), r.below(256)
		w, h := r.below(width/3)+1, r.below(height/3)+1
		for dy := 0; dy < h && y+dy < height; dy++ {
			row := image.row(y + dy)
			for dx := 0; dx < w && x+dx < width; dx++ {
				row[x+dx] = uint8(level)
			}
		}
	}
	for n := 0; n < width*height/50; n++ {
		image.pixels[r.below(len(image.pixels))] = 255
	}
	return image
}

// A Blur has the mean of the pixels around each, first in rows, then in columns; sums move with the window.
type Blur struct{ radius int }

func (blur Blur) Name() string { return "blur" }

func (blur Blur) blurRow(from, to []uint8) {
	sum := 0
	last := len(from) - 1
	for x := -blur.radius; x <= blur.radius; x++ {
		sum += int(from[clamp(x, 0, last)])
	}
	for x := range from {
		to[x] = uint8(sum / (2*blur.radius + 1))
		sum += int(from[clamp(x+blur.radius+1, 0, last)])
		sum -= int(from[clamp(x-blur.radius, 0, last)])
	}
}

func transpose(image *Image) *Image {
	turned := newImage(image.height, image.width)
	for y := 0; y < image.height; y++ {
		for x, pixel := range image.row(y) {
			turned.pixels[x*image.height+y] = pixel
		}
	}
	return turned
}

func (blur Blur) Apply(image *Image) *Image {
	for pass := 0; pass < 2; pass++ {
		blurred := newImage(image.width, image.height)
		for y := 0; y < image.height; y++ {
			blur.blurRow(image.row(y), blurred.row(y))
		}
		image = transpose(blurred)
	}
	return image
}

// Edges has the difference of neighbours.
type Edges struct{}

func (Edges) Name() string { return "edges" }

func (Edges) Apply(image *Image) *Image {
	edges := newImage(image.width, image.height)
	for y := 1; y < image.height-1; y++ {
		above, row, below := image.row(y-1), image.row(y), image.row(y+1)
		to := edges.row(y)
		for x := 1; x < image.width-1; x++ {
			dx := int(row[x+1]) - int(row[x-1])
			dy := int(below[x]) - int(above[x])
			if dx < 0 {
				dx = -dx
			}
			if dy < 0 {
				dy = -dy
			}
			to[x] = uint8((dx + dy) / 2)
		}
	}
	return edges
}

// A Despeckle replaces a pixel by the median around it if it differs much from its neighbour.
type Despeckle struct{ threshold int }

func (Despeckle) Name() string { return "despeckle" }

func median(values []uint8) uint8 {
	for i := 1; i < len(values); i++ {
		value := values[i]
		k := i
		for ; k > 0 && values[k-1] > value; k-- {
			values[k] = values[k-1]
		}
		values[k] = value
	}
	return values[len(values)/2]
}

func around(image *Image, x, y int, values []uint8) []uint8 {
	values = values[:0]
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			at := clamp(y+dy, 0, image.height-1)*image.width + clamp(x+dx, 0, image.width-1)
			values = append(values, image.pixels[at])
		}
	}
	return values
}

func (despeckle Despeckle) Apply(image *Image) *Image {
	clean := newImage(image.width, image.height)
	copy(clean.pixels, image.pixels)
	values := make([]uint8, 0, medianOf)
	for y := 0; y < image.height; y++ {
		row := image.row(y)
		for x := 1; x < image.width; x++ {
			difference := int(row[x]) - int(row[x-1])
			if difference > despeckle.threshold || -difference > despeckle.threshold {
				values = around(image, x, y, values)
				clean.row(y)[x] = median(values)
			}
		}
	}
	return clean
}

// Regions finds which pixels are connected, as sets of pixels that are joined.
type Regions struct{ parents []int32 }

func (regions *Regions) find(at int32) int32 {
	for regions.parents[at] != at {
		regions.parents[at] = regions.parents[regions.parents[at]]
		at = regions.parents[at]
	}
	return at
}

func (regions *Regions) join(a, b int32) {
	a, b = regions.find(a), regions.find(b)
	if a != b {
		regions.parents[b] = a
	}
}

func countRegions(image *Image) int {
	regions := Regions{make([]int32, len(image.pixels))}
	for i := range regions.parents {
		regions.parents[i] = int32(i)
	}
	width := image.width
	for i, pixel := range image.pixels {
		level := int(pixel) * nLevels / 256
		if i%width > 0 && int(image.pixels[i-1])*nLevels/256 == level {
			regions.join(int32(i-1), int32(i))
		}
		if i >= width && int(image.pixels[i-width])*nLevels/256 == level {
			regions.join(int32(i-width), int32(i))
		}
	}
	n := 0
	for i, parent := range regions.parents {
		if int(parent) == i {
			n++
		}
	}
	return n
}

func packRow(packed, row []uint8) []uint8 {
	for x := 0; x < len(row); {
		n := 1
		for x+n < len(row) && n < mostInRun && row[x+n] == row[x] {
			n++
		}
		packed = append(packed, uint8(n), row[x])
		x += n
	}
	return packed
}

func pack(image *Image) []uint8 {
	var packed []uint8
	for y := 0; y < image.height; y++ {
		packed = packRow(packed, image.row(y))
	}
	return packed
}

// Returns the values that are most frequent.
func mostFrequent(image *Image, n int) []int {
	var counts [256]int
	for _, pixel := range image.pixels {
		counts[pixel]++
	}
	values := make([]int, 256)
	for i := range values {
		values[i] = i
	}
	sort.SliceStable(values, func(a, b int) bool { return counts[values[a]] > counts[values[b]] })
	return values[:n]
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
	seed := uint64(6)
	if value, err := strconv.Atoi(os.Getenv("SEED")); err == nil {
		seed = uint64(value)
	}
	image := makeImage(number(1, 240), number(2, 180), seed)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for _, filter := range []Filter{Despeckle{20}, Blur{radius}, Edges{}} {
		filtered := filter.Apply(image)
		fmt.Fprintf(out, "%s: %d regions, %d bytes, most frequent %v\n", filter.Name(), countRegions(filtered),
			len(pack(filtered)), mostFrequent(filtered, 3))
		image = filtered
	}
}
