import type { Figures } from './measures'

/** The median of one figure over all runs. */
export function medianOf(runs: readonly Figures[], name: string): number {
  const values = runs.map((figures) => figures[name] ?? Number.NaN)
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** The medians of all figures. */
export function mediansOf(runs: readonly Figures[]): Figures {
  return Object.fromEntries(Object.keys(runs[0] ?? {}).map((name) => [name, medianOf(runs, name)]))
}
