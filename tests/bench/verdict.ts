import type { Figures } from './pages/measures'

/** What was measured, as a sentence with its bar, and whether it is met. */
export type Verdict = readonly [text: string, isMet: boolean]

export type Bar = readonly [figure: string, bound: 'at least' | 'at most', bar: number]

/** The figures against their bars. One that was not measured misses its bar. */
export function judge(figures: Figures, bars: readonly Bar[]): Verdict[] {
  return bars.map(([name, bound, bar]) => {
    const value = figures[name] ?? Number.NaN
    return [
      `${name}: ${value.toFixed(value < 2 ? 3 : 0)} (${bound} ${bar})`,
      bound === 'at least' ? value >= bar : value <= bar,
    ]
  })
}

/** Prints the verdicts. The exit code is 1 when a bar is missed. */
export function conclude(verdicts: readonly Verdict[]): void {
  for (const [text, isMet] of verdicts) process.stdout.write(`${isMet ? 'ok  ' : 'MISS'} ${text}\n`)
  if (!verdicts.every(([, isMet]) => isMet)) process.exitCode = 1
}
