import { createTidePredictor } from '@neaps/tide-predictor'
import { getTimes } from 'suncalc'
import { villageMidnight } from '@/domain/time/local-time'
import { SITE } from '@/site/site'
import { MEAN_SEA_LEVEL, TIDE_CONSTITUENTS } from '@/site/tides'

/** The tide table and the sun of the village (rules 2.13), computed without a network; the predictor weighs some twelve KiB. */

export interface Tide {
  /** Epoch seconds, to the minute. */
  time: number
  /** Metres above the lowest astronomical tide. */
  height: number
  isHigh: boolean
}

/** Epoch seconds, to the minute; missing on days on which the sun does not rise or set. */
export interface SunTimes {
  sunrise?: number | undefined
  sunset?: number | undefined
}

const predictor = createTidePredictor(
  TIDE_CONSTITUENTS.map(([name, amplitude, phase]) => ({ name, amplitude, phase })),
  { offset: MEAN_SEA_LEVEL },
)

/** The turn of a tide at midnight is found from either side of it. */
const MARGIN_SECONDS = 3600

/** High and low waters of a village day `YYYY-MM-DD`, in order: three or four, five on some of 25 hours. */
export function tidesOfDay(day: string): Tide[] {
  const [from, to] = [villageMidnight(day), villageMidnight(day, 1)]
  return predictor
    .getExtremesPrediction({ start: instant(from - MARGIN_SECONDS), end: instant(to + MARGIN_SECONDS) })
    .map(({ time, level, high }) => ({ time: minuteOf(time), height: level, isHigh: high }))
    .filter(({ time }) => from <= time && time < to)
}

export function waterLevels(day: string, stepSeconds: number): Pick<Tide, 'time' | 'height'>[] {
  return predictor
    .getTimelinePrediction({
      start: instant(villageMidnight(day)),
      end: instant(villageMidnight(day, 1)),
      timeFidelity: stepSeconds,
    })
    .map(({ time, level }) => ({ time: Math.round(time.getTime() / 1000), height: level }))
}

export function sunOfDay(day: string): SunTimes {
  const noon = (villageMidnight(day) + villageMidnight(day, 1)) / 2
  const { sunrise, sunset } = getTimes(instant(noon), SITE.centre.latitude, SITE.centre.longitude)
  return { sunrise: sunrise ? minuteOf(sunrise) : undefined, sunset: sunset ? minuteOf(sunset) : undefined }
}

function instant(epochSeconds: number): Date {
  return new Date(epochSeconds * 1000)
}

function minuteOf(date: Date): number {
  return Math.round(date.getTime() / 60_000) * 60
}
