/** What one run measured, by name: milliseconds, except where the name says otherwise. */
export type Figures = Record<string, number>

export type Bar = readonly [figure: string, bound: 'at least' | 'at most', bar: number]

/** What was measured, as a sentence with its bar, and whether it is met. */
type Verdict = readonly [text: string, isMet: boolean]

/** The median of each figure. */
export function median<Run extends Figures>(runs: readonly Run[]): Run {
  const middle = (name: string) =>
    runs.map((run) => run[name] ?? Number.NaN).toSorted((a, b) => a - b)[Math.floor(runs.length / 2)]
  return Object.fromEntries(Object.keys(runs[0] ?? {}).map((name) => [name, middle(name)])) as Run
}

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
