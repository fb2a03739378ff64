import { useMemo } from 'react'
import { villageMidnight } from '@/domain/time/local-time'
import { waterLevels } from '@/domain/tides/tide-table'
import type { SunTimes, Tide } from '@/domain/tides/tide-table'
import { css } from 'styled-system/css'

/** The drawing's own units: a day is as wide, and the highest tide of all as high. */
const WIDTH = 288
const HEIGHT = 64
const TOP_METRES = 4
const STEP_SECONDS = 1800

interface TideCurveProps {
  /** Village day `YYYY-MM-DD`. */
  day: string
  tides: readonly Tide[]
  sun: SunTimes
  /** The time that is marked where the day has it, in epoch seconds. */
  now: number | undefined
}

/** The water's height through a day, the night shaded. A picture of the times below it, which say it all. */
export function TideCurve({ day, tides, sun, now }: TideCurveProps) {
  const from = villageMidnight(day)
  const to = villageMidnight(day, 1)
  const x = (time: number) => round(((time - from) / (to - from)) * WIDTH)
  const y = (height: number) => round(HEIGHT - (height / TOP_METRES) * HEIGHT)
  const levels = useMemo(() => waterLevels(day, STEP_SECONDS), [day])
  const line = levels.map(({ time, height }) => `${x(time)} ${y(height)}`).join('L')
  const [sunrise, sunset] = [sun.sunrise ?? from, sun.sunset ?? to]
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT + MARGIN}`} className={frame} aria-hidden>
      <g fill="currentColor" fillOpacity={0.08}>
        <rect width={x(sunrise)} height={HEIGHT + MARGIN} />
        <rect x={x(sunset)} width={round(WIDTH - x(sunset))} height={HEIGHT + MARGIN} />
      </g>
      <path d={`M${line}V${HEIGHT + MARGIN}H0Z`} fill="currentColor" fillOpacity={0.16} />
      <path d={`M${line}`} fill="none" stroke="currentColor" strokeWidth={2} />
      {tides.map(({ time, height }) => (
        <circle key={time} cx={x(time)} cy={y(height)} r={3} fill="currentColor" />
      ))}
      {now !== undefined && from <= now && now < to ? (
        <path
          d={`M${x(now)} 0V${HEIGHT + MARGIN}`}
          stroke="currentColor"
          strokeWidth={1.5}
          strokeDasharray="3 3"
        />
      ) : null}
    </svg>
  )
}

/** The margin below the lowest water. */
const MARGIN = 6

/** A tenth of a unit is nothing that an eye sees, and the same in the server's and in the browser's arithmetic. */
function round(value: number): number {
  return Math.round(value * 10) / 10
}

const frame = css({ width: 'full', color: 'link' })
