import { createHash } from 'node:crypto'
import type { Clock } from './clock'

const MAX_ANSWERS = 300
const MAX_KEY_CHARS = 1000

export type Packing = 'br' | 'gzip'

/** One answer, ready to be sent to any visitor. */
export interface Answer {
  etag: string
  body: Buffer
  madeAtMs: number
  /** Filled when somebody first asks for it. */
  packed: Partial<Record<Packing, Buffer>>
}

/**
 * Answers that are the same for every visitor, kept for a moment and dropped at every write to what they show. One
 * question is answered once, however many ask it at the same time.
 */
export class AnswerCache {
  readonly #answers = new Map<string, Answer>()
  readonly #underWay = new Map<string, Promise<Answer>>()
  readonly #clock: Clock
  readonly #maxAgeMs: number
  #generation = 0

  /** `maxAgeMs` bounds how old an answer may be when another process wrote, or when "now" is part of the question. */
  constructor(clock: Clock, maxAgeMs: number) {
    this.#clock = clock
    this.#maxAgeMs = maxAgeMs
  }

  get(key: string): Answer | undefined {
    const answer = this.#answers.get(key)
    if (answer === undefined) return undefined
    const ageMs = this.#clock.nowMs() - answer.madeAtMs
    if (ageMs >= 0 && ageMs < this.#maxAgeMs) return answer
    this.#answers.delete(key)
    return undefined
  }

  /** The kept answer, or the one that `make` (its JSON text) gives. What `make` throws is not kept. */
  async answer(key: string, make: () => Promise<string>): Promise<Answer> {
    const kept = this.get(key)
    if (kept !== undefined) return kept
    const underWay = this.#underWay.get(key)
    if (underWay !== undefined) return underWay
    const made = this.#make(key, make)
    this.#underWay.set(key, made)
    try {
      return await made
    } finally {
      if (this.#underWay.get(key) === made) this.#underWay.delete(key)
    }
  }

  /** Call after the commit of anything that a visitor can see. */
  drop(): void {
    this.#generation += 1
    this.#answers.clear()
    this.#underWay.clear()
  }

  async #make(key: string, make: () => Promise<string>): Promise<Answer> {
    const generation = this.#generation
    const madeAtMs = this.#clock.nowMs()
    const body = Buffer.from(await make())
    const etag = `W/"${createHash('sha1').update(body).digest('base64url')}"`
    const answer: Answer = { etag, body, madeAtMs, packed: {} }
    // An answer that was begun before a write may show what was before it.
    if (generation === this.#generation && this.#maxAgeMs > 0 && key.length <= MAX_KEY_CHARS) {
      const oldest = this.#answers.size >= MAX_ANSWERS ? this.#answers.keys().next().value : undefined
      if (oldest !== undefined) this.#answers.delete(oldest)
      this.#answers.set(key, answer)
    }
    return answer
  }
}
