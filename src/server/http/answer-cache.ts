import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from './clock'

const MAX_ANSWERS = 300
const MAX_KEY_CHARS = 1000
const COMPRESS_FROM_BYTES = 1024
const JSON_TYPE = 'application/json; charset=utf-8'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

type Encoding = 'br' | 'gzip' | 'identity'

/** One answer, ready to be sent to any visitor. */
interface Answer {
  etag: string
  body: Buffer
  madeAtMs: number
  packed: Map<Encoding, Promise<Buffer>>
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
    const answer: Answer = { etag, body, madeAtMs, packed: new Map() }
    // An answer that was begun before a write may show what was before it.
    if (generation === this.#generation && this.#maxAgeMs > 0 && key.length <= MAX_KEY_CHARS) {
      const oldest = this.#answers.size >= MAX_ANSWERS ? this.#answers.keys().next().value : undefined
      if (oldest !== undefined) this.#answers.delete(oldest)
      this.#answers.set(key, answer)
    }
    return answer
  }
}

/** Sends an answer: 304 when the visitor has it, packed once for all who accept that. */
export async function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
): Promise<FastifyReply> {
  reply
    .header('etag', answer.etag)
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding, authorization')
  if (request.headers['if-none-match'] === answer.etag) return reply.code(304).send()
  reply.header('content-type', JSON_TYPE)
  const encoding = encodingFor(request, answer)
  if (encoding === 'identity') return reply.send(answer.body)
  return reply.header('content-encoding', encoding).send(await packed(answer, encoding))
}

function encodingFor(request: FastifyRequest, answer: Answer): Encoding {
  const accepted = request.headers['accept-encoding']
  if (typeof accepted !== 'string' || answer.body.length < COMPRESS_FROM_BYTES) return 'identity'
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted) ? 'gzip' : 'identity'
}

function packed(answer: Answer, encoding: 'br' | 'gzip'): Promise<Buffer> {
  const known = answer.packed.get(encoding)
  if (known !== undefined) return known
  const made =
    encoding === 'br'
      ? brotli(answer.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
      : zip(answer.body, { level: 6 })
  answer.packed.set(encoding, made)
  return made
}
