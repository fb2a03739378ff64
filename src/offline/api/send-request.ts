import { WRITTEN_AGO_HEADER } from '@/contract/endpoint'
import type { Endpoint, Schema, FileBytes } from '@/contract/endpoint'
import { systemClock, systemTimers, deferred } from '@/offline/platform/deferred'
import type { Clock, Timers } from '@/offline/platform/deferred'
import { ERROR_STATUS, secondFactorPromptSchema } from '@/contract/errors'
import type { ErrorCode, FieldError } from '@/contract/errors'
import { isProblemCode } from '@/domain/validation/problem'
import type { Outcome, Unreachable } from './next-step'

export interface RequestSenderDeps {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  baseUrl: string
  timers?: Timers
  clock?: Clock
  onReached?: () => void
  /** The language for `Accept-Language`; default: the browser's own languages. */
  locale?: () => string
}

export interface CallOptions {
  signal?: AbortSignal
  idempotencyKey?: string
  /** How long ago a person wrote what is sent: a figure of the server's, which no reply depends on. */
  writtenAgoSeconds?: number
  /** Timeout up to the last byte of the response (rules 9: 30 s). */
  timeoutMs?: number
  /** Notified once when no byte has come after this long. The request goes on: its response may be late. */
  onFirstByteTimeout?: { afterMs: number; notify: () => void }
  locale?: string
}

export type SendRequest = (
  endpoint: Endpoint,
  input: CallDeps,
  options: CallOptions,
  token: string | undefined,
) => Promise<Outcome<unknown>>

const REQUEST_TIMEOUT_MS = 30_000
/** Longest `Retry-After` that is honoured. */
export const MAX_RETRY_AFTER_MS = 3_600_000

export function createRequestSender(deps: RequestSenderDeps): SendRequest {
  const timers = deps.timers ?? systemTimers
  return (endpoint, input, options, token) => {
    const controller = new AbortController()
    const aborted = deferred<Unreachable>()
    const giveUp = (reason: Unreachable['reason']) => {
      aborted.resolve({ kind: 'unreachable', reason })
      controller.abort()
    }
    const cancelTimeout = timers.after(options.timeoutMs ?? REQUEST_TIMEOUT_MS, () => giveUp('timeout'))
    const onAbort = () => giveUp('aborted')
    if (options.signal?.aborted === true) onAbort()
    options.signal?.addEventListener('abort', onAbort)

    const { onFirstByteTimeout } = options
    const cancelFirstByteTimeout =
      onFirstByteTimeout === undefined
        ? undefined
        : timers.after(onFirstByteTimeout.afterMs, onFirstByteTimeout.notify)
    const locale = options.locale ?? deps.locale?.()
    const request = buildRequest(deps.baseUrl, endpoint, input, { ...options, token, locale })
    return Promise.race([
      aborted.promise,
      fetchAndRead(deps, endpoint, request, controller.signal, () => cancelFirstByteTimeout?.()),
    ]).finally(() => {
      cancelTimeout()
      cancelFirstByteTimeout?.()
      options.signal?.removeEventListener('abort', onAbort)
    })
  }
}

async function fetchAndRead(
  deps: RequestSenderDeps,
  endpoint: Endpoint,
  request: ReturnType<typeof buildRequest>,
  signal: AbortSignal,
  onFirstByte: () => void,
): Promise<Outcome<unknown>> {
  // The network is asked now: it may go, or come, while the request is under way.
  const reason = globalThis.navigator?.onLine === false ? 'unsent' : 'network'
  try {
    const response = await deps.fetch(request.url, { ...request.init, signal })
    onFirstByte()
    return await readResponse(deps, endpoint, response)
  } catch {
    // fetch rejects with the same TypeError for every error below HTTP.
    return { kind: 'unreachable', reason }
  }
}

async function readResponse(
  deps: RequestSenderDeps,
  endpoint: Endpoint,
  response: Response,
): Promise<Outcome<unknown>> {
  const { status } = response
  const retryAfterMs = readRetryAfter(response.headers.get('retry-after'), deps.clock ?? systemClock)
  const notOurs: Unreachable = { kind: 'unreachable', reason: 'not-ours', status, retryAfterMs }
  // Our server never redirects a call: whoever did is a captive portal or a proxy. `redirect: 'manual'` shows it so.
  if (response.type === 'opaqueredirect' || response.type === 'opaque' || response.redirected) return notOurs
  // A proxy may answer 200 with nothing in it; only 204 says that there is nothing to say.
  const body = status === 204 ? { data: null } : parseJson(await response.text())
  // An error comes first: a reply that may be empty would fit it, too.
  const error = readError(body, status)
  const reply = response.ok && error === undefined ? readReply(endpoint.reply, body) : undefined
  if (reply !== undefined) {
    deps.onReached?.()
    return { kind: 'ok', status, data: reply.data }
  }
  return error === undefined ? notOurs : { kind: 'refused', status, ...error, retryAfterMs }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Seconds or an HTTP date (RFC 9110, 10.2.3), as milliseconds from now. */
function readRetryAfter(header: string | null, clock: Clock): number | undefined {
  if (header === null) return undefined
  const delayMs = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - clock.now()
  return Number.isNaN(delayMs) ? undefined : Math.min(Math.max(delayMs, 0), MAX_RETRY_AFTER_MS)
}

/**
 * Responses of other servers of the contract, too (rules 7.1): under `data`, `data.data`, or as a bare list. They
 * may say null of what they do not have, and nothing readable where only the outcome counts.
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

/** The one error shape; undefined when the body has another. A code that is not ours is mapped by the response's status. */
export function readError(body: unknown, status: number) {
  const error = field(body, 'error') ?? field(field(body, 'data'), 'error')
  const message = field(error, 'message')
  if (typeof message !== 'string') return undefined
  const code = field(error, 'code')
  const fields = field(error, 'fields')
  const secondFactor = secondFactorPromptSchema.safeParse(field(error, 'second_factor'))
  return {
    code: isErrorCode(code) ? code : codeOfStatus(status),
    ...(isErrorCode(code) ? {} : { isCodeGuessed: true as const }),
    message,
    fields: Array.isArray(fields) ? fields.flatMap(readField) : [],
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

export interface CallDeps {
  params?: unknown
  query?: unknown
  body?: unknown
}

function buildRequest(
  baseUrl: string,
  endpoint: Endpoint,
  input: CallDeps,
  {
    token,
    idempotencyKey,
    locale,
    writtenAgoSeconds,
  }: Omit<CallOptions, 'locale'> & Record<'token' | 'locale', string | undefined>,
): { url: string; init: RequestInit } {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (locale !== undefined) headers['accept-language'] = locale
  if (token !== undefined) headers['authorization'] = `Bearer ${token}`
  if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey
  if (writtenAgoSeconds !== undefined) headers[WRITTEN_AGO_HEADER] = String(writtenAgoSeconds)
  const init: RequestInit = { method: endpoint.method, headers, redirect: 'manual' }
  if (endpoint.takesBytes !== undefined) {
    const { bytes, type } = input.body as FileBytes
    headers['content-type'] = type
    init.body = bytes
  } else if (input.body !== undefined) {
    headers['content-type'] = 'application/json'
    init.body = JSON.stringify(input.body)
  }
  return { url: `${baseUrl}${pathOf(endpoint.path, input.params)}${queryOf(input.query)}`, init }
}

function pathOf(path: string, params: unknown): string {
  const values = (params ?? {}) as Record<string, unknown>
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])))
}

function queryOf(query: unknown): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  return search.size === 0 ? '' : `?${search.toString()}`
}
