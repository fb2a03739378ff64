/** The result of a proof. */
export interface Proof {
  name: string
  /** The failed checks. */
  problems: string[]
  facts: string
}

/** The least value that a share of all is at or below; 0 of none. */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? 0
}
