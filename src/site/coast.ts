/**
 * The coast of the village, beside `site.ts` and not in it: only the map of the list loads it. Another village replaces this record by
 * its own piece, or turns `hasMap` of `site.ts` off.
 *
 * Source: Wessel, P., Smith, W. H. F. (1996), GSHHG, a Global Self-consistent, Hierarchical, High-resolution Geography database, version
 * 2.3.7, full resolution, as Debian's package `gmt-gshhg-full` has it; https://www.soest.hawaii.edu/pwessel/gshhg/. Copyright 2014, the
 * GMT Team; GNU Lesser General Public License, version 3 or later (https://www.gnu.org/licenses/lgpl-3.0.html). Changed: the segments of
 * `binned_GSHHS_f.nc` that lie in the box below are joined, multiplied by the cosine of the village's latitude from west to east,
 * simplified by Douglas and Peucker to 10 m, rounded to 10 m, and closed along the eastern edge.
 */

export interface Coast {
  north: number
  south: number
  west: number
  east: number
  cosine: number
  /** The path counts from the north-western corner of the box, this many units to a degree of latitude: one is 10 m. */
  unitsPerDegree: number
  land: string
}

export const COAST: Coast = {
  north: 39.03,
  south: 38.925,
  west: -9.46,
  east: -9.375,
  cosine: 0.7774,
  unitsPerDegree: 11_132,
  land: [
    'M343 -111l-1 46l-7 9l0 47l-7 9l0 9l-15 19l0 28l-6 9l-1 28l7 9l0 37l8 10l0 9l-8 9l0 9l-21 28l0 9l-7 1',
    '0l0 10l-7 9l-1 36l8 10l0 9l7 9l0 9l6 19l8 84l4 4l7 0l4 5l0 9l3 5l7 0l11 14l0 46l-14 18l0 10l-8 9l0 1',
    '0l-7 9l0 18l7 10l1 28l7 9l0 27l8 10l0 9l-8 9l0 56l-7 9l0 9l17 24l8 0l3 4l0 10l8 9l0 46l7 10l0 46l7 9',
    'l-7 10l0 9l-7 9l0 10l-14 18l0 9l-8 9l0 10l-7 10l0 8l-7 10l0 18l-8 9l0 19l-7 9l0 28l-7 9l0 10l-7 9l0 ',
    '18l-7 10l0 19l-15 18l0 18l-7 10l0 9l-7 9l0 9H760V-111z',
  ].join(''),
}

export const COAST_SOURCE = {
  name: 'GSHHG',
  address: 'https://www.soest.hawaii.edu/pwessel/gshhg/',
  licence: 'LGPL',
  licenceAddress: 'https://www.gnu.org/licenses/lgpl-3.0.html',
} as const
