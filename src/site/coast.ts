/**
 * The coast of the village, beside `site.ts` and not in it: only the map of the list loads it. Another village replaces this record by
 * its own piece, or turns `hasMap` of `site.ts` off.
 *
 * Source: Wessel, P., Smith, W. H. F. (1996), GSHHG, a Global Self-consistent, Hierarchical, High-resolution Geography database, version
 * 2.3.7, full resolution, as Debian's package `gmt-gshhg-full` has it; https://www.soest.hawaii.edu/pwessel/gshhg/. Copyright 2014, the
 * GMT Team; GNU Lesser General Public License, version 3 or later (https://www.gnu.org/licenses/lgpl-3.0.html). Changed: the segments of
 * `binned_GSHHS_f.nc` that lie in the box below are joined, multiplied by the cosine of the village's latitude from west to east,
 * simplified by Douglas and Peucker to 10 m, moved to the east by the 20 to 560 m between that line and the beaches of `places.ts`
 * (each is at the water), rounded, given to the quadratic curves of a path, and closed far inland.
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
  /** The harbour's pier as the same path, from its point in `places.ts`; written by hand. */
  pier: string
}

export const COAST: Coast = {
  north: 39.03,
  south: 38.925,
  west: -9.46,
  east: -9.375,
  cosine: 0.7774,
  unitsPerDegree: 11_132,
  land: [
    'M366 -111q-1 46-5 51q-3 4-3 28q0 23-4 28q-3 4-3 9q0 4-8 14q-7 9-7 23q0 14-3 19q-3 4-4 18q0 14 3 19q4',
    ' 4 4 23q0 18 4 23q4 5 4 10q0 4-4 9q-4 4-4 9q0 4-5 11q-6 7-12 14q-6 7-7 12q0 4-4 9q-4 5-5 10q-1 5-5 1',
    '0q-4 4-7 22q-3 18 1 23q3 5 2 10q0 4 3 9q3 4 2 9q-1 4 1 15q2 11 10 25q7 14 7 41q-1 26 1 28q2 2 5 2q4 ',
    '0 6 3q1 2 1 7q-1 4 0 7q2 2 5 2q4 0 8 7q5 7 4 13q0 5 2 23q2 17-2 24q-5 6-6 9q-2 2-2 7q0 5-2 9q-2 5 0 ',
    '10q3 5 2 8q-1 2-3 12q-2 10 1 16q2 6 1 19q-1 12 0 18q1 6-6 20q-6 13-5 17q2 5 5 10q4 5 2 10q-1 4 7 17q',
    '8 14 9 28q1 14 0 19q0 5 4 10q4 6 7 16q3 10 8 13q5 3 3 8q-2 5 0 10q2 4 6 27q4 23 9 28q4 5 8 28q5 23 9',
    ' 28q4 4 2 9q-3 5-2 10q1 4-2 9q-2 4-1 9q1 5-5 14q-5 9-4 14q1 4-2 9q-3 5-3 10q0 4-4 9q-3 5-3 9q0 4-4 9',
    'q-3 5-3 14q0 9-4 14q-4 4-4 14q0 9-4 14q-3 4-3 18q0 14-4 19q-3 4-3 9q0 5-4 10q-3 4-3 13q0 9-4 14q-3 5',
    '-3 15q0 9-8 18q-7 9-7 18q0 9-4 14q-3 5-3 10q0 4-4 9q-3 4-3 9L308 1252H1800V-111z',
  ].join(''),
  pier: 'M354 740l-10 6 2 9',
}

export const COAST_SOURCE = {
  name: 'GSHHG',
  address: 'https://www.soest.hawaii.edu/pwessel/gshhg/',
  licence: 'LGPL',
} as const
