import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { API_PREFIX } from '@/contract/endpoint'
import { ERROR_STATUS, type ErrorCode, type ErrorEnvelope, type SecondFactorPrompt } from '@/contract/errors'
import { errorText } from '@/messages/error-text'
import { problemText } from '@/messages/problem-text'
import type { Locale } from '@/messages/compiled/runtime.js'
import { PhotoStoreFullError, PhotoStoreUnreachableError } from '@/server/platform/photos/stores/store'
import { REQUEST_ID_HEADER, requestLocale, requestSource } from '@/server/http/routing/request/request-source'
import type { Metrics } from '@/server/http/metrics/metrics'
import type { SecurityLog } from '@/server/http/security/security-log'
import { UNROUTED_HEADERS } from '@/server/http/security/security-headers'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'
import type { Problem } from '@/domain/validation/problem'
import { isDatabaseBusy, someCause } from '@/server/platform/database/client'

/** Throws NOT_FOUND in place of nothing. */
export function orNotFound<T>(value: T | undefined): T {
  if (value === undefined) throw new ApiError('NOT_FOUND')
  return value
}

/** The first row. Throws NOT_FOUND where there is none. */
export function firstOf<T>(rows: readonly T[]): T {
  return orNotFound(rows[0])
}

/** Status codes that Fastify and its plugins respond with, before or in place of any handler of ours. */
const CODE_OF_STATUS: Partial<Record<number, ErrorCode>> = {
  400: 'MALFORMED_REQUEST',
  // Only files are refused like this: what is outside their folder is nothing to anybody.
  403: 'NOT_FOUND',
  404: 'NOT_FOUND',
  412: 'PRECONDITION_FAILED',
  413: 'PAYLOAD_TOO_LARGE',
  414: 'MALFORMED_REQUEST',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  416: 'RANGE_NOT_SATISFIABLE',
  503: 'UNAVAILABLE',
}
const RETRY_AFTER_SECONDS = 5
const FOREIGN_KEY_VIOLATION = '23503'
const FULL_RETRY_SECONDS = 120
const UNREACHABLE_RETRY_SECONDS = 30

/** Every failure leaves in the one shape (rules 7.1); what is not expected is logged and says nothing. */
export function handleErrors(
  app: FastifyInstance,
  log: FastifyBaseLogger,
  securityLog?: SecurityLog,
  metrics?: Pick<Metrics, 'refused'>,
): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const known = asApiError(error, request, log)
    if (known.code === 'TOO_MANY_REQUESTS') {
      metrics?.refused(request.routeOptions.url, known.code)
      securityLog?.record('limit.exceeded', requestSource(request), { endpoint: request.routeOptions.url })
    }
    return sendError(known, request, reply)
  })
  app.setNotFoundHandler((request, reply) => sendError(new ApiError('NOT_FOUND'), request, reply))
}

/** Handles errors that arise before routing, such as a path that cannot be decoded. */
export function frameworkErrors(log: FastifyBaseLogger) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    reply.headers(UNROUTED_HEADERS)
    void sendError(asApiError(error, request, log), request, reply)
  }
}

/** Responds to bytes that are not even HTTP: the same shape, written by hand. */
export function clientErrorHandler(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const code = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'REQUEST_TIMEOUT' : 'MALFORMED_REQUEST'
  const status = ERROR_STATUS[code]
  const requestId = randomUUID()
  const body = JSON.stringify(errorEnvelope(new ApiError(code), 'en', requestId))
  if (socket.writable) {
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
      [REQUEST_ID_HEADER]: requestId,
      ...UNROUTED_HEADERS,
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
  }
  socket.destroySoon()
}

function errorEnvelope({ code, details }: ApiError, locale: Locale, requestId: string): ErrorEnvelope {
  const { secondFactor } = details
  const fields = details.fields?.map((field) => ({ ...field, message: problemText(field.code, locale) }))
  return {
    error: {
      code,
      message: errorText(code, locale),
      ...(fields && { fields }),
      ...(secondFactor && { second_factor: secondFactor }),
      request_id: requestId,
    },
  }
}

function asApiError(error: FastifyError, request: FastifyRequest, log: FastifyBaseLogger): ApiError {
  if (error instanceof ApiError) {
    if (error.code === 'INTERNAL_ERROR' || error.cause !== undefined)
      log.error({ err: error, ...which(request) }, 'a request failed')
    return error
  }
  // The sender closed the connection in the middle: a phone that lost its network is no news.
  if (request.raw.destroyed && !request.raw.complete) return new ApiError('MALFORMED_REQUEST')
  const clientError = clientErrorOf(error)
  if (clientError !== undefined) return clientError
  if (isOfDeletedAccount(error)) return new ApiError('UNAUTHENTICATED')
  // The sender keeps what they wrote and tries again; somebody frees space meanwhile, or mends the storage.
  if (error instanceof PhotoStoreFullError)
    return new ApiError('UNAVAILABLE', { retryAfterSeconds: FULL_RETRY_SECONDS })
  if (error instanceof PhotoStoreUnreachableError)
    return new ApiError('UNAVAILABLE', { retryAfterSeconds: UNREACHABLE_RETRY_SECONDS })
  if (isDatabaseBusy(error)) {
    log.error({ err: error, ...which(request) }, 'the database does not respond')
    return new ApiError('UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS })
  }
  log.error({ err: error, ...which(request) }, 'a request failed')
  return new ApiError('INTERNAL_ERROR')
}

/** Fastify's errors have a code of theirs; the plugin for files throws those of `http-errors` (with `expose`). */
function clientErrorOf(error: FastifyError & { expose?: unknown }): ApiError | undefined {
  const code = error.statusCode === undefined ? undefined : CODE_OF_STATUS[error.statusCode]
  const isFastifyError = error.code?.startsWith('FST_') === true || typeof error.expose === 'boolean'
  if (code === undefined || !isFastifyError) return undefined
  return new ApiError(code, code === 'UNAVAILABLE' ? { retryAfterSeconds: RETRY_AFTER_SECONDS } : {})
}

/** Names a request in the log: its route and not its address, which may carry personal data. */
function which({ id, method, routeOptions }: FastifyRequest) {
  return { requestId: id, method, route: routeOptions.url }
}

/** A write that refers to an account or a session that was deleted since the request came in. */
function isOfDeletedAccount(error: unknown): boolean {
  return someCause(error, (cause) => {
    const constraint = 'constraint' in cause ? String(cause.constraint) : ''
    const isMissing = 'code' in cause && cause.code === FOREIGN_KEY_VIOLATION
    return isMissing && /_(?:user_id_users|session_id_sessions)_id_fk$/.test(constraint)
  })
}

async function sendError(
  error: ApiError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { retryAfterSeconds, headers } = error.details
  if (headers) reply.headers(headers)
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  if (error.code === 'UNAUTHENTICATED') reply.header('www-authenticate', 'Bearer')
  if (request.url.startsWith(API_PREFIX)) reply.header('cache-control', 'no-store')
  reply.removeHeader('etag')
  reply.code(ERROR_STATUS[error.code]).header(REQUEST_ID_HEADER, request.id)
  if (wantsPage(request))
    return reply
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(errorPage(error.code, requestLocale(request)))
  return reply
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorEnvelope(error, requestLocale(request), request.id)))
}

const STYLE = `:root{color-scheme:light dark}
body{margin:0 auto;padding:20vh 1.5rem 2rem;max-width:34rem;font:1.0625rem/1.6 system-ui,sans-serif;color:#12303d;background:#f3f9fa}
p{margin:0 0 1.5rem}
.name{margin:0;font-weight:600}
h1{margin:0 0 1rem;font-size:2rem;line-height:1.15}
a{display:inline-block;padding:.65rem 1.25rem;border-radius:.75rem;color:#fff;background:#0b5c7a;text-decoration:none;font-weight:600}
a:focus-visible{outline:3px solid #0b5c7a;outline-offset:3px}
@media (prefers-color-scheme:dark){body{color:#e8f0f2;background:#061821}a{color:#061821;background:#7cc8e6}a:focus-visible{outline-color:#7cc8e6}}`

function wantsPage(request: FastifyRequest): boolean {
  return !request.url.startsWith(`${API_PREFIX}/`) && (request.headers.accept ?? '').includes('text/html')
}

/** The page in place of one that could not be rendered. It needs no file but itself; its link requests the same URL again. */
function errorPage(code: ErrorCode, locale: Locale): string {
  const title = m.app_error_title({}, { locale })
  return (
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">` +
    `<title>${title} · ${SITE.name}</title><style>${STYLE}</style></head>` +
    `<body><main><p class="name">${SITE.name}</p><h1>${title}</h1><p>${errorText(code, locale)}</p>` +
    `<a href="">${m.app_try_again({}, { locale })}</a></main></body></html>`
  )
}

interface ApiErrorDetails {
  fields?: readonly Problem[]
  secondFactor?: SecondFactorPrompt
  retryAfterSeconds?: number
  headers?: Record<string, string>
  /** The unexpected error, for the log. */
  cause?: unknown
}

/** An expected failure of a request: it is thrown anywhere below a route and sent in the one error shape. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ErrorCode
  readonly details: ApiErrorDetails

  constructor(code: ErrorCode, details: ApiErrorDetails = {}) {
    super(code, { cause: details.cause })
    this.code = code
    this.details = details
  }
}

export function validationFailed(fields: readonly Problem[]): ApiError {
  return new ApiError('VALIDATION_FAILED', { fields })
}
