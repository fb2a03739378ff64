import type { Clock } from './clock'
import type { Outcome } from './outcome'

/** After this an answer is as old as any other. */
const GOOD_FOR_MS = 60_000

/**
 * Answers that came after the page had given up on them. Each is handed out once: asking the network again would
 * only come too late again.
 */
export function createLateAnswers(clock: Clock) {
  const answers = new Map<string, { outcome: Outcome<unknown>; at: number }>()
  return {
    put(key: string, outcome: Outcome<unknown>): void {
      answers.set(key, { outcome, at: clock.now() })
    },
    /** The key names the endpoint and its input, so the answer has that endpoint's shape. */
    take<T>(key: string): Outcome<T> | undefined {
      const answer = answers.get(key)
      answers.delete(key)
      return answer === undefined || clock.now() - answer.at > GOOD_FOR_MS
        ? undefined
        : (answer.outcome as Outcome<T>)
    },
  }
}
