import * as z from 'zod/mini'
import { catch as orElse } from 'zod/mini'
import {
  WRITTEN_AGO_HEADER,
  type CallInput,
  type Endpoint,
  type FileBytes,
  type Reply,
  type Schema,
} from '@/contract/endpoint'
import {
  ERROR_STATUS,
  fieldErrorSchema,
  isErrorCode,
  secondFactorPromptSchema,
  type ErrorCode,
} from '@/contract/errors'
import { deferred, systemClock, systemTimers, type Clock, type Timers } from '@/offline/platform/deferred'
import { MAX_RETRY_AFTER_MS, type Outcome, type Unreachable } from './next-step'

export type TokenResult = { kind: 'token'; token: string } | { kind: 'none' } | { kind: 'unreachable' }

export interface TokenSource {
  token(): Promise<TokenResult>
  renew(rejected: string): Promise<TokenResult>
}

export interface ApiCallOptions {
  /** 'none': as a visitor. A source of its own: for that account alone, refused without a token. Default: the client's own source. */
  auth?: 'none' | TokenSource
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

interface ApiClientDeps {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  baseUrl: string
  timers?: Timers
  clock?: Clock
  onReached?: () => void
  /** The language for `Accept-Language`; default: the browser's own languages. */
  locale?: () => string
  tokens?: TokenSource
}

/** The only caller of `fetch`. Network and server errors are returned as an `Outcome`; none is thrown. */
export type ApiClient = ReturnType<typeof createApiClient>

interface AnyInput {
  params?: unknown
  query?: unknown
  body?: unknown
}

const UNSENT: Outcome<never> = { kind: 'unreachable', reason: 'unsent' }
const SIGNED_OUT: Outcome<never> = {
  kind: 'refused',
  status: 401,
  code: 'UNAUTHENTICATED',
  message: '',
  fields: [],
}

export function createApiClient(deps: ApiClientDeps) {
  async function call(
    endpoint: Endpoint,
    input: AnyInput,
    options: ApiCallOptions,
  ): Promise<Outcome<unknown>> {
    const { auth } = options
    const own = endpoint.auth === 'none' ? undefined : deps.tokens
    const tokens = auth === 'none' ? undefined : (auth ?? own)
    const first = await tokens?.token()
    if (first?.kind === 'unreachable') return UNSENT
    if (first?.kind === 'none' && auth !== undefined) return SIGNED_OUT
    const token = first?.kind === 'token' ? first.token : undefined
    const outcome = await send(deps, endpoint, input, options, token)
    if (tokens === undefined || token === undefined) return outcome
    if (outcome.kind !== 'refused' || outcome.status !== 401) return outcome
    const renewed = await tokens.renew(token)
    if (renewed.kind === 'unreachable') return UNSENT
    return renewed.kind === 'token' ? send(deps, endpoint, input, options, renewed.token) : outcome
  }

  return {
    // The reply was validated with the endpoint's own schema.
    call: <E extends Endpoint>(endpoint: E, input: CallInput<E>, options: ApiCallOptions = {}) =>
      call(endpoint, input, options) as Promise<Outcome<Reply<typeof endpoint>>>,
  }
}

const REQUEST_TIMEOUT_MS = 30_000

function send(
  deps: ApiClientDeps,
  endpoint: Endpoint,
  input: AnyInput,
  options: ApiCallOptions,
  token: string | undefined,
): Promise<Outcome<unknown>> {
  const { after } = deps.timers ?? systemTimers
  const { signal, timeoutMs = REQUEST_TIMEOUT_MS, onFirstByteTimeout: slow } = options
  const controller = new AbortController()
  const givenUp = deferred<Unreachable>()
  const giveUp = (reason: Unreachable['reason']) => {
    givenUp.resolve({ kind: 'unreachable', reason })
    controller.abort()
  }
  const cancelTimeout = after(timeoutMs, () => giveUp('timeout'))
  const cancelSlow = slow && after(slow.afterMs, slow.notify)
  const onAbort = () => giveUp('aborted')
  if (signal?.aborted === true) onAbort()
  signal?.addEventListener('abort', onAbort)

  async function fetchAndRead(): Promise<Outcome<unknown>> {
    // The network is asked now: it may go, or come, while the request is under way.
    const reason = globalThis.navigator?.onLine === false ? 'unsent' : 'network'
    try {
      const url = `${deps.baseUrl}${pathOf(endpoint.path, input.params)}${queryOf(input.query)}`
      const init = requestOf(endpoint, input.body, options, options.locale ?? deps.locale?.(), token)
      const response = await deps.fetch(url, { ...init, signal: controller.signal })
      cancelSlow?.()
      return await readResponse(deps, endpoint, response)
    } catch {
      // fetch rejects with the same TypeError for every error below HTTP.
      return { kind: 'unreachable', reason }
    }
  }

  return Promise.race([givenUp.promise, fetchAndRead()]).finally(() => {
    cancelTimeout()
    cancelSlow?.()
    signal?.removeEventListener('abort', onAbort)
  })
}

function requestOf(
  endpoint: Endpoint,
  body: unknown,
  { idempotencyKey, writtenAgoSeconds }: ApiCallOptions,
  locale: string | undefined,
  token: string | undefined,
): RequestInit {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (locale !== undefined) headers['accept-language'] = locale
  if (token !== undefined) headers['authorization'] = `Bearer ${token}`
  if (idempotencyKey !== undefined) headers['idempotency-key'] = idempotencyKey
  if (writtenAgoSeconds !== undefined) headers[WRITTEN_AGO_HEADER] = String(writtenAgoSeconds)
  const init: RequestInit = { method: endpoint.method, headers, redirect: 'manual' }
  if (endpoint.takesBytes !== undefined) {
    const { bytes, type } = body as FileBytes
    headers['content-type'] = type
    init.body = bytes
  } else if (body !== undefined) {
    headers['content-type'] = 'application/json'
    init.body = JSON.stringify(body)
  }
  return init
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

async function readResponse(
  { clock = systemClock, onReached }: ApiClientDeps,
  endpoint: Endpoint,
  response: Response,
): Promise<Outcome<unknown>> {
  const { status } = response
  const retryAfterMs = readRetryAfter(response.headers.get('retry-after'), clock)
  const notOurs: Unreachable = { kind: 'unreachable', reason: 'not-ours', status, retryAfterMs }
  // Our server never redirects a call: whoever did is a captive portal or a proxy. `redirect: 'manual'` shows it so.
  if (response.type === 'opaqueredirect' || response.type === 'opaque' || response.redirected) return notOurs
  // A proxy may answer 200 with nothing in it; only 204 says that there is nothing to say.
  if (response.ok && endpoint.repliesBytes !== undefined) {
    if (response.headers.get('content-type') !== endpoint.repliesBytes) return notOurs
    const file = await response.blob()
    onReached?.()
    return { kind: 'ok', status, data: file }
  }
  const body = status === 204 ? { data: null } : parseJson(await response.text())
  // An error comes first: a reply that may be empty would fit it, too.
  const error = readError(body, status)
  if (error !== undefined) return { kind: 'refused', status, ...error, retryAfterMs }
  const reply = response.ok ? readReply(endpoint.reply, body) : undefined
  if (reply === undefined) return notOurs
  onReached?.()
  return { kind: 'ok', status, data: reply.data }
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
    ...(isErrorCode(code) ? { code } : { code: codeOfStatus(status), isCodeGuessed: true as const }),
    message,
    fields: Array.isArray(fields) ? fields.flatMap((one) => readableField.safeParse(one).data ?? []) : [],
    ...(secondFactor.success ? { secondFactor: secondFactor.data } : {}),
  }
}

/** A problem that only its server knows is 'invalid'. */
const readableField = z.extend(fieldErrorSchema, {
  code: orElse(fieldErrorSchema.shape.code, 'invalid'),
  message: orElse(z.string(), ''),
})

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
