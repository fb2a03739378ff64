import type { Schema } from '@/contract/endpoint'
import { ERROR_STATUS, type ErrorCode, type FieldError } from '@/contract/errors'
import { type Challenge, challengeSchema } from '@/contract/proof-of-work'
import { type SecondFactorPrompt, secondFactorPromptSchema } from '@/contract/accounts/second-factor-prompt'
import { isProblemCode } from '@/domain/validation/problem'

/**
 * Reads responses of this server and of others with the same contract (rules 7.1): the data is
 * under `data`, `data.data`, or as a bare list, with `items` or without; unknown fields are ignored. Another server says
 * null of what it does not have, and nothing readable where only the outcome counts.
 */
export function readReply(reply: Schema, body: unknown): { data: unknown } | undefined {
  for (const candidate of candidates(body)) {
    const read = reply.safeParse(candidate)
    if (read.success) return { data: read.data }
  }
  return undefined
}

function* candidates(body: unknown): Generator {
  if (field(body, 'data') === undefined) return
  yield* unwrapped(body)
  yield* unwrapped(JSON.parse(JSON.stringify(body, (_, value: unknown) => value ?? undefined)))
  yield {}
}

function* unwrapped(body: unknown): Generator {
  const outer = field(body, 'data')
  const inner = field(outer, 'data')
  yield outer
  yield inner
  if (Array.isArray(inner)) yield { ...(outer as object), items: inner }
  if (Array.isArray(outer)) yield { ...(body as object), items: outer }
}

interface ReadError {
  code: ErrorCode
  isCodeGuessed?: true
  message: string
  fields: FieldError[]
  challenge?: Challenge
  secondFactor?: SecondFactorPrompt
}

/**
 * The one error shape, or undefined when the body does not have it. `data.error` counts too (rules 7.1, POST /events).
 * A code that is not ours is mapped by the response's status, so that the next step is still decided by our own list.
 */
export function readError(body: unknown, status: number): ReadError | undefined {
  const error = field(body, 'error') ?? field(field(body, 'data'), 'error')
  const message = field(error, 'message')
  if (typeof message !== 'string') return undefined
  const code = field(error, 'code')
  const fields = field(error, 'fields')
  const challenge = challengeSchema.safeParse(field(error, 'challenge'))
  const secondFactor = secondFactorPromptSchema.safeParse(field(error, 'second_factor'))
  return {
    code: isErrorCode(code) ? code : codeOfStatus(status),
    ...(isErrorCode(code) ? {} : { isCodeGuessed: true }),
    message,
    fields: Array.isArray(fields) ? fields.flatMap(readField) : [],
    ...(challenge.success ? { challenge: challenge.data } : {}),
    ...(secondFactor.success ? { secondFactor: secondFactor.data } : {}),
  }
}

function readField(problem: unknown): FieldError[] {
  const path = field(problem, 'path')
  const code = field(problem, 'code')
  const message = field(problem, 'message')
  if (typeof path !== 'string') return []
  return [
    {
      path,
      code: typeof code === 'string' && isProblemCode(code) ? code : 'invalid',
      message: typeof message === 'string' ? message : '',
    },
  ]
}

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERROR_STATUS, code)
}

function codeOfStatus(status: number): ErrorCode {
  const known = Object.entries(ERROR_STATUS).find(([, ofCode]) => ofCode === status)?.[0]
  if (isErrorCode(known)) return known
  // An error within a success is a refusal: the same again would be refused again.
  return status < 500 ? 'MALFORMED_REQUEST' : 'INTERNAL_ERROR'
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
}
