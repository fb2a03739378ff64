import { TIDE_CONSTITUENTS } from '@/site/tides'

/**
 * The harmonic formula, written from the textbooks and not from the library that the app uses:
 * h(t) = Σ f·A·cos(V(t) + u − g), with Doodson's numbers, the mean longitudes of Meeus (Astronomical Algorithms, 1998) and the nodal
 * factors of Pugh (Tides, Surges and Mean Sea-Level, 1987, table 4.3). S1 and M3, four millimetres each, begin where the constituent list
 * of the International Hydrographic Organization has them begin.
 */

const RADIANS = Math.PI / 180

/** Multiples of τ, s, h, p, N', p', then degrees to add; the last is whose nodal factors apply, with their powers. */
type Argument = readonly [
  numbers: readonly number[],
  degrees: number,
  nodal: Readonly<Record<string, number>>,
]

const ARGUMENTS: Record<string, Argument> = {
  M2: [[2, 0, 0, 0], 0, { M2: 1 }],
  N2: [[2, -1, 0, 1], 0, { M2: 1 }],
  S2: [[2, 2, -2, 0], 0, {}],
  K2: [[2, 2, 0, 0], 0, { K2: 1 }],
  '2N2': [[2, -2, 0, 2], 0, { M2: 1 }],
  S1: [[1, 1, -1, 0], 180, {}],
  K1: [[1, 1, 0, 0], 90, { K1: 1 }],
  P1: [[1, 1, -2, 0], -90, {}],
  O1: [[1, -1, 0, 0], -90, { O1: 1 }],
  Q1: [[1, -2, 0, 1], -90, { O1: 1 }],
  M1: [[1, 0, 0, 1], 90, { M1: 1 }],
  M4: [[4, 0, 0, 0], 0, { M2: 2 }],
  MM: [[0, 1, 0, -1], 0, {}],
  MF: [[0, 2, 0, 0], 0, { Mf: 1 }],
  SA: [[0, 0, 1, 0], 0, {}],
  SSA: [[0, 0, 2, 0], 0, {}],
  T2: [[2, 2, -3, 0, 0, 1], 0, {}],
  J1: [[1, 2, 0, -1], 90, {}],
  L2: [[2, 1, 0, -1], 180, { L2: 1 }],
  R2: [[2, 2, -1, 0, 0, -1], 180, {}],
  '2Q1': [[1, -3, 0, 2], -90, { O1: 1 }],
  MSF: [[0, 2, -2, 0], 0, { M2: -1 }],
  EP2: [[2, -3, 2, 1], 0, { M2: 1 }],
  M3: [[3, 0, 0, 0], 0, { M2: 1.5 }],
  MU2: [[2, -2, 2, 0], 0, { M2: 1 }],
  NU2: [[2, -1, 2, -1], 0, { M2: 1 }],
  LAMBDA2: [[2, 1, -2, 1], 180, { M2: 1 }],
  MN4: [[4, -1, 0, 1], 0, { M2: 2 }],
  MS4: [[4, 2, -2, 0], 0, { M2: 1 }],
  MKS2: [[2, 0, 2, 0], 0, { M2: 1, K2: 1 }],
  M6: [[6, 0, 0, 0], 0, { M2: 3 }],
  MA2: [[2, 0, -1, 0], 0, {}],
  MB2: [[2, 0, 1, 0], 0, {}],
  SGM: [[1, -3, 2, 0], -90, { O1: 1 }],
  RHO1: [[1, -2, 2, -1], -90, { O1: 1 }],
  '2MS6': [[6, 2, -2, 0], 0, { M2: 2 }],
  N4: [[4, -2, 0, 2], 0, { M2: 2 }],
  M8: [[8, 0, 0, 0], 0, { M2: 4 }],
  S4: [[4, 4, -4, 0], 0, {}],
  S3: [[3, 3, -3, 0], 0, {}],
  T3: [[3, 3, -4, 0], 180, {}],
  R3: [[3, 3, -2, 0], 90, { K1: 1 }],
  '3L2': [[2, 1, 0, 0], 0, { L2: 1 }],
  '3N2': [[2, 0, 2, 0], 0, { M2: 1, K2: 1 }],
  '2SM2': [[2, 4, -4, 0], 0, { M2: -1 }],
  MSQM: [[0, 4, -2, 0], 0, { M2: -1 }],
}

/** Degrees of τ, s, h, p, N' and p' at an instant in epoch seconds. */
function astronomical(epochSeconds: number): readonly number[] {
  const t = (epochSeconds / 86_400 + 2_440_587.5 - 2_451_545) / 36_525
  const s = 218.3164477 + 481_267.88123421 * t
  const h = 280.46646 + 36_000.76983 * t
  const p = 83.3532465 + 4069.0137287 * t
  const n = 125.04452 - 1934.136261 * t
  const perihelion = 282.93735 + 1.71946 * t
  return [epochSeconds / 240 + h - s, s, h, p, -n, perihelion]
}

/** The factor f and the angle u, in degrees, of a main constituent. */
function nodalFactors(name: string, angles: readonly number[]): [number, number] {
  const n = -(angles[4] ?? 0) * RADIANS
  const p = (angles[3] ?? 0) * RADIANS
  switch (name) {
    case 'M2':
      return [1 - 0.037 * Math.cos(n), -2.1 * Math.sin(n)]
    case 'K2':
      return [1.024 + 0.286 * Math.cos(n), -17.7 * Math.sin(n)]
    case 'K1':
      return [1.006 + 0.115 * Math.cos(n), -8.9 * Math.sin(n)]
    case 'O1':
      return [1.009 + 0.187 * Math.cos(n), 10.8 * Math.sin(n)]
    case 'Mf':
      return [1.043 + 0.414 * Math.cos(n), -23.7 * Math.sin(n)]
    case 'M1': {
      const x = 2 * (Math.cos(p) + 0.2 * Math.cos(p - n))
      const y = Math.sin(p) + 0.2 * Math.sin(p - n)
      return [Math.hypot(x, y), Math.atan2(y, x) / RADIANS]
    }
    case 'L2': {
      const x = 1 - 0.25 * Math.cos(2 * p) - 0.11 * Math.cos(2 * p - n) - 0.04 * Math.cos(n)
      const y = -0.25 * Math.sin(2 * p) - 0.11 * Math.sin(2 * p - n) - 0.04 * Math.sin(n)
      return [Math.hypot(x, y), Math.atan2(y, x) / RADIANS]
    }
    default:
      throw new Error(`No nodal factors of ${name}`)
  }
}

/** A cosine: metres, radians at the day's beginning in UTC, radians a second. */
type Wave = readonly [amplitude: number, angle: number, speed: number]

/** The waves of a day, counted from 1970: nodal factors change in years. */
function wavesOf(day: number): Wave[] {
  const [angles, tomorrow] = [astronomical(day * 86_400), astronomical((day + 1) * 86_400)]
  return TIDE_CONSTITUENTS.flatMap(([name, amplitude, phase]): Wave[] => {
    const argument = ARGUMENTS[name]
    // These are two constituents of less than a millimetre.
    if (argument === undefined) return []
    const [numbers, degrees, nodal] = argument
    let [f, angle, speed] = [1, degrees - phase, 0]
    numbers.forEach((number, n) => {
      angle += number * (angles[n] ?? 0)
      speed += (number * ((tomorrow[n] ?? 0) - (angles[n] ?? 0))) / 86_400
    })
    for (const [main, power] of Object.entries(nodal)) {
      const [factor, shift] = nodalFactors(main, angles)
      f *= factor ** Math.abs(power)
      angle += shift * power
    }
    return [[f * amplitude, angle * RADIANS, speed * RADIANS]]
  })
}

let [shownDay, waves] = [-1, [] as Wave[]]

function wavesAt(epochSeconds: number): { waves: Wave[]; seconds: number } {
  const day = Math.floor(epochSeconds / 86_400)
  if (day !== shownDay) [shownDay, waves] = [day, wavesOf(day)]
  return { waves, seconds: epochSeconds - day * 86_400 }
}

/** Metres above the mean sea level at an instant in epoch seconds. */
export function waterLevelAt(epochSeconds: number): number {
  const at = wavesAt(epochSeconds)
  return at.waves.reduce((sum, [a, angle, speed]) => sum + a * Math.cos(angle + speed * at.seconds), 0)
}

/** Whether the water rises. */
function rises(epochSeconds: number): boolean {
  const at = wavesAt(epochSeconds)
  return (
    at.waves.reduce((sum, [a, angle, speed]) => sum - a * speed * Math.sin(angle + speed * at.seconds), 0) > 0
  )
}

const STEP_SECONDS = 1800

/** The turns of the tide between two instants in epoch seconds: by walking in steps, then halving to the second. */
export function highAndLowWaters(
  from: number,
  to: number,
): { time: number; height: number; isHigh: boolean }[] {
  const turns: { time: number; height: number; isHigh: boolean }[] = []
  for (let start = from; start < to; start += STEP_SECONDS) {
    let [low, high] = [start, start + STEP_SECONDS]
    const isHigh = rises(low)
    if (isHigh === rises(high)) continue
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (rises(middle) === isHigh) low = middle
      else high = middle
    }
    if (low < to) turns.push({ time: low, height: waterLevelAt(low), isHigh })
  }
  return turns
}
