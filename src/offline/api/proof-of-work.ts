import type { Challenge } from '@/contract/errors'

/** Solves a challenge; undefined when it takes too long, is aborted, or the browser cannot. The value of the header otherwise. */
export type SolveChallenge = (challenge: Challenge, signal?: AbortSignal) => Promise<string | undefined>

/** An attempt that takes longer counts as refused and is tried later. It is part of the lease of a delivery. */
export const SOLVE_TIMEOUT_MS = 30_000
