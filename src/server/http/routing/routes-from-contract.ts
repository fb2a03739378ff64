import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import {
  API_PREFIX,
  type Endpoint,
  type Schema,
  type HandledInput,
  type ReadInProcess,
  type Reply,
} from '@/contract/endpoint'
import { ENDPOINTS, nameOf, type EndpointName } from '@/contract/endpoints'
import { ERROR_STATUS } from '@/contract/errors'
import {
  assertStorable,
  bodyLimitOf,
  boundLargeBodies,
  isLargeBody,
  parseByteBodies,
} from '@/server/http/bodies/request-bodies'
import {
  requestLocale,
  requestSource,
  requestOrigin,
  type RequestSource,
} from '@/server/http/routing/request/request-source'
import type { DiskReserve } from '@/server/http/limits/disk-reserve'
import { authorize, type CurrentUser, type AccessTokens } from '@/server/http/auth/session'
import type { SentPhoto } from '@/domain/submissions/submission'
import { problemsOf } from '@/domain/validation/problem'
import type { Queryable, Database } from '@/server/platform/database/client'
import type { CountRequest } from '@/server/http/limits/limits'
import { ApiError, validationFailed } from '@/server/http/errors/errors'
import { nowSeconds, type Clock } from '@/server/platform/process/clock'
import type { Locale } from '@/messages/compiled/runtime.js'
import type { EventLinks, WeekLinks } from '@/server/http/security/event-links'
import type { ResponseCache } from '@/server/http/caching/response-cache'
import type { ProgrammeInMemory } from '@/server/platform/database/events/programme-in-memory'
import type { DeriveKey } from '@/server/http/auth/signed-token'
import type { PhotoAccess } from '@/server/http/photos/photo-files'
import type { PhotoUploads } from '@/server/http/photos/photo-uploads'
import type { SecurityLog } from '@/server/http/security/security-log'
import { sendCached } from './send-response'
import { keyOf, keyedWrite, storedResponse, writeOnce } from './idempotency'

/** The current user of a request, known before the body is read: the photo of a request without permission is not even received. */
const currentUsers = new WeakMap<FastifyRequest, CurrentUser | undefined>()

/** `/events/{id}` of the contract as Fastify writes it. */
export function routePath(endpoint: Endpoint): string {
  return API_PREFIX + endpoint.path.replace(/\{(\w+)\}/g, ':$1')
}

/** Makes what a page reads by: it is for the visitor of a request, whoever is signed in. */
export type ReadAs = (request: FastifyRequest) => ReadInProcess

/**
 * Authorizes, validates, counts, handles, and validates the reply: a handler that is wrong is a 500 and not a leak. Pages call the
 * handlers of public reads without a request of their own, by what is returned.
 */
export function routesFromContract(app: FastifyInstance, handlers: Handlers, deps: CallDeps): ReadAs {
  const reads = new Map<string, ReturnType<typeof endpointCall>['read']>()
  const assertFewLargeBodies = boundLargeBodies(app)
  for (const name of Object.keys(ENDPOINTS) as EndpointName[]) {
    const endpoint: Endpoint = ENDPOINTS[name]
    const { read, sendOwn, sendShared } = endpointCall(name, endpoint, handlers[name] as AnyHandler, deps)
    const options = { method: endpoint.method, url: routePath(endpoint), bodyLimit: bodyLimitOf(endpoint) }
    if (endpoint.method === 'GET' && endpoint.auth !== 'required') {
      reads.set(endpoint.path, read)
      // Compressed once for all, and not by the plugin for each.
      app.route({ ...options, compress: false, handler: sendShared })
    } else
      addRoute(app, endpoint, {
        ...options,
        preParsing: async (request) => {
          const currentUser = await authorize(request, endpoint, deps)
          currentUsers.set(request, currentUser)
          if (!isLargeBody(request, endpoint)) return
          await deps.countRequest('largeBody', request, { accountId: currentUser?.id })
          await deps.disk.assertRoom({ hasPhoto: true, isVisitors: currentUser === undefined })
          assertFewLargeBodies(request)
        },
        handler: sendOwn,
      })
  }
  // The built pages have a register of their own: an endpoint is found by its path.
  return (request) =>
    ((endpoint: Endpoint, input: Target) => {
      const read = reads.get(endpoint.path)
      if (read === undefined) throw new Error(`${endpoint.method} ${endpoint.path} is no public read`)
      return read(request, input)
    }) as ReadInProcess
}

/** A call that takes the bytes of a file has a scope of its own: it takes nothing else, and nothing else takes them. */
function addRoute(app: FastifyInstance, { takesBytes }: Endpoint, route: RouteOptions): void {
  if (takesBytes === undefined) app.route(route)
  else
    void app.register(async (scope) => {
      parseByteBodies(scope, takesBytes)
      scope.route(route)
    })
}

interface CallDeps extends AppDeps {
  publicOrigin: string | undefined
  requiresSecondFactor: boolean
  countRequest: CountRequest
}

const READ_RETRY_SECONDS = 5

type AnyHandler = (call: object, once: Once<unknown>) => Promise<unknown>

interface Target {
  params?: unknown
  query?: unknown
}

/** The steps between an authorized request and its response. */
function endpointCall(name: EndpointName, endpoint: Endpoint, handler: AnyHandler, deps: CallDeps) {
  const { status = 200, takesBytes, repliesBytes } = endpoint

  function targetOf({ params, query }: Target): Target {
    assertStorable(params)
    assertStorable(query)
    return {
      params: endpoint.params && paramsOf(endpoint.params, params),
      query: endpoint.query && inputOf(endpoint.query, query),
    }
  }

  const callOf = (request: FastifyRequest, target: Target) => ({
    ...target,
    origin: requestOrigin(request, deps.publicOrigin),
    locale: requestLocale(request),
    nowSeconds: nowSeconds(deps.clock),
    source: requestSource(request),
  })

  /** A replay gets its first response. Throws ApiError. */
  async function replyTo(request: FastifyRequest, target?: Target): Promise<unknown> {
    const { body } = request
    const currentUser = currentUsers.get(request)
    if (takesBytes === undefined) assertStorable(body)
    if ((endpoint.body ?? takesBytes) !== undefined && (typeof body !== 'object' || body === null))
      throw new ApiError('MALFORMED_REQUEST')
    const write = endpoint.idempotent === true ? keyedWrite(request, endpoint, currentUser) : undefined
    // A replay is told what it was told before, whatever has happened to the event since, and does not count.
    const stored = write && (await storedResponse(deps.db, write))
    if (stored) return stored.reply
    const call = {
      ...callOf(request, target ?? targetOf(request)),
      body: takesBytes ? body : endpoint.body && inputOf(endpoint.body, body),
      sender: keyOf(request) ?? currentUser?.id,
      currentUser,
      countCode: (codes: CodeLimit, key: string) => deps.countRequest(codes, request, { key }),
    }
    const { photo } = (body ?? {}) as { photo?: unknown }
    const hasPhoto = photo !== undefined && photo !== null && photo !== ''
    const isVisitors = currentUser === undefined && VISITORS_WRITES.has(name)
    await deps.disk.assertRoom({ hasPhoto, isVisitors })
    // The check comes before it counts: whoever is told so sends the same again, with its photo.
    if (endpoint.carriesPhoto === true)
      call.body = await withUpload(call.body, [keyOf(request), currentUser?.id], deps.photos)
    await deps.countRequest(name, request, { accountId: currentUser?.id })
    const reply = await handler(call, (commit) => writeOnce(deps, write, status, commit))
    // Whoever has changed something sees it at once; other servers hear of it from the database (`change-channel`).
    if (endpoint.permission === 'back-office.use' && endpoint.method !== 'GET') deps.clearCaches()
    return reply
  }

  /** A reply has what the contract names and nothing else. Throws off contract. */
  function validReply(reply: unknown): unknown {
    const { success, data, error } = endpoint.reply.safeParse(reply)
    if (!success) throw new Error(`${name} replied what the contract does not allow`, { cause: error })
    return data
  }

  const textOf = async (request: FastifyRequest, target?: Target) =>
    JSON.stringify({ data: validReply(await replyTo(request, target)) })

  async function sendOwn(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    reply.code(status).header('cache-control', 'no-store')
    if (repliesBytes === undefined)
      return reply.type('application/json; charset=utf-8').send(await textOf(request))
    const bytes = (await replyTo(request)) as AsyncIterable<Uint8Array>
    return reply.type(repliesBytes).send(Readable.from(bytes))
  }

  /** The same for every visitor of one language: cached and compressed once, shared by URLs that mean the same. Not with a token. */
  async function sendShared(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const target = targetOf(request)
    const isAnonymous = endpoint.auth === 'none' || request.headers.authorization === undefined
    if (!isAnonymous || hasToken(target.query)) {
      currentUsers.set(request, await authorize(request, endpoint, deps))
      return request.computeUncached(() => sendOwn(request, reply))
    }
    const origin = requestOrigin(request, deps.publicOrigin)
    const key = `${requestLocale(request)} ${origin} ${nameOf(endpoint)} ${JSON.stringify(target)}`
    const response = await deps.responses.getOrCompute(key, () =>
      request.computeUncached(async () => ({ text: await textOf(request, target) })),
    )
    return sendCached(request, reply, response)
  }

  /** For a page that is the same for every visitor: nobody is signed in, nothing is counted, and nothing becomes text. */
  async function read(request: FastifyRequest, input: Target): Promise<Awaited<ReturnType<ReadInProcess>>> {
    try {
      const data = await handler(callOf(request, targetOf(input)), neverStored)
      return { kind: 'ok', status, data: validReply(data) }
    } catch (error) {
      // A page without its data is none of ours to index as a failure: it asks to come back.
      if (!(error instanceof ApiError))
        throw new ApiError('UNAVAILABLE', { retryAfterSeconds: READ_RETRY_SECONDS, cause: error })
      if (ERROR_STATUS[error.code] >= 500) throw error
      const { code } = error
      return { kind: 'refused', status: ERROR_STATUS[code], code, message: code, fields: [] }
    }
  }

  return { read, sendOwn, sendShared }
}

/** A capability from a mail: what it opens is nobody else's. */
function hasToken(query: unknown): boolean {
  return typeof query === 'object' && query !== null && 'token' in query && query.token !== undefined
}

/** Replaces the hash of a photo by the name of the sender's own upload. Throws UPLOAD_MISSING, also for a stranger's. */
async function withUpload(body: unknown, senders: (string | undefined)[], photos: PhotoUploads) {
  const { photo } = (body ?? {}) as { photo?: SentPhoto | null }
  if (typeof photo !== 'object' || photo === null) return body
  const own = senders.filter((sender) => sender !== undefined)
  return { ...(body as object), photo: { upload: await photos.nameOf(photo.upload, own) } }
}

/** These calls fill tables without an account, and their sender's outbox or memory can keep them. */
const VISITORS_WRITES: ReadonlySet<EndpointName> = new Set(['submitEvent', 'sendSupportMessage', 'register'])

/** A text that cannot be an id is the id of nothing. */
function paramsOf(schema: Schema, input: unknown): unknown {
  const result = schema.safeParse(input)
  if (!result.success) throw new ApiError('NOT_FOUND')
  return result.data
}

function inputOf(schema: Schema, input: unknown): unknown {
  const result = schema.safeParse(input)
  if (!result.success) throw validationFailed(problemsOf(result.error.issues))
  return result.data
}

function neverStored(): never {
  throw new Error('a read stores nothing')
}

export interface AppDeps {
  db: Database
  clock: Clock
  photos: PhotoUploads
  photoAccess: PhotoAccess
  tokens: AccessTokens
  eventLinks: EventLinks
  weekLinks: WeekLinks
  responses: ResponseCache
  programme: ProgrammeInMemory
  /** Call after a commit that has changed what is public. Of a call of the back office it is called by itself. */
  clearCaches: () => void
  disk: DiskReserve
  /** The bytes of all photos. */
  photoBytes: () => Promise<number>
  securityLog: SecurityLog
  deriveKey: DeriveKey
  minFillMs: number
}

export interface Call<E extends Endpoint> extends HandledInput<E> {
  currentUser: E['auth'] extends 'required' ? CurrentUser : CurrentUser | undefined
  origin: string
  locale: Locale
  nowSeconds: number
  source: RequestSource
  /** The Idempotency-Key of the request, or else its account: an upload is for the writes of its sender. */
  sender: string | undefined
  /** Counts a one-time code that somebody tries, right or wrong. Throws TOO_MANY_REQUESTS. */
  countCode: (codes: CodeLimit, key: string) => Promise<void>
}

type CodeLimit = 'codeOfStep' | 'codeOfAccount'

/** Runs `commit` in one transaction with the response stored for the request's Idempotency-Key, if it has one. */
type Once<T> = (commit: (tx: Queryable) => Promise<T>) => Promise<T>

/** Handles one call; returns what stands under `data`, or the bytes of a file, and throws ApiError for expected failures. */
type Handler<E extends Endpoint> = E extends { repliesBytes: string }
  ? (call: Call<E>) => Promise<AsyncIterable<Uint8Array>>
  : E extends { idempotent: true }
    ? (call: Call<E>, once: Once<Reply<E>>) => Promise<Reply<E>>
    : (call: Call<E>) => Promise<Reply<E>>

type Endpoints = typeof ENDPOINTS

/** One handler an endpoint: a missing one does not compile. */
export type Handlers = { [N in EndpointName]: Handler<Endpoints[N]> }
