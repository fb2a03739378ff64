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
import { keyOf, keyedWrite, storedResponse, writeOnce, type KeyedWrite } from './idempotency'

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
  const reads = new Map<string, EndpointCall>()
  const assertFewLargeBodies = boundLargeBodies(app)
  for (const name of Object.keys(ENDPOINTS) as EndpointName[]) {
    const endpoint: Endpoint = ENDPOINTS[name]
    const call = new EndpointCall(name, endpoint, handlers[name] as AnyHandler, deps)
    const isRead = endpoint.method === 'GET' && endpoint.auth !== 'required'
    const options = { method: endpoint.method, url: routePath(endpoint), bodyLimit: bodyLimitOf(endpoint) }
    if (isRead) {
      reads.set(endpoint.path, call)
      app.route({ ...options, ...sharedRead(endpoint, call, deps) })
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
        handler: (request, reply) => sendOwn(request, reply, endpoint, call, deps),
      })
  }
  // The built pages have a register of their own: an endpoint is found by its path.
  return (request) =>
    ((endpoint: Endpoint, input: Given) => {
      const call = reads.get(endpoint.path)
      if (call === undefined) throw new Error(`${endpoint.method} ${endpoint.path} is no public read`)
      return call.read(request, input)
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

/** The same for every visitor of one language: cached and compressed once, shared by URLs that mean the same. Not with a token. */
function sharedRead(endpoint: Endpoint, call: EndpointCall, deps: CallDeps) {
  return {
    // Compressed here, once for all, and not by the plugin for each.
    compress: false as const,
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const target = call.targetOf(request)
      const isAnonymous = endpoint.auth === 'none' || request.headers.authorization === undefined
      if (!isAnonymous || hasToken(target.query)) {
        currentUsers.set(request, await authorize(request, endpoint, deps))
        return request.computeUncached(() => sendOwn(request, reply, endpoint, call, deps))
      }
      const origin = requestOrigin(request, deps.publicOrigin)
      const key = `${requestLocale(request)} ${origin} ${nameOf(endpoint)} ${JSON.stringify(target)}`
      const response = await deps.responses.getOrCompute(key, () =>
        request.computeUncached(async () => ({ text: await call.respond(request, { origin, target }) })),
      )
      return sendCached(request, reply, response)
    },
  }
}

/** A capability from a mail: what it opens is nobody else's. */
function hasToken(query: unknown): boolean {
  return typeof query === 'object' && query !== null && 'token' in query && query.token !== undefined
}

async function sendOwn(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
  call: EndpointCall,
  { publicOrigin }: Pick<CallDeps, 'publicOrigin'>,
): Promise<FastifyReply> {
  const currentUser = currentUsers.get(request)
  const origin = requestOrigin(request, publicOrigin)
  const responding = { currentUser, origin }
  reply.code(endpoint.status ?? 200).header('cache-control', 'no-store')
  if (endpoint.repliesBytes !== undefined) {
    const bytes = (await call.reply(request, responding)) as AsyncIterable<Uint8Array>
    return reply.type(endpoint.repliesBytes).send(Readable.from(bytes))
  }
  const body = await call.respond(request, responding)
  return reply.type('application/json; charset=utf-8').send(body)
}

interface CallDeps extends AppDeps {
  publicOrigin: string | undefined
  requiresSecondFactor: boolean
  countRequest: CountRequest
}

const READ_RETRY_SECONDS = 5

type AnyHandler = (call: object, once: Once<unknown>) => Promise<unknown>

interface Target {
  params: unknown
  query: unknown
}

/** The same before it is read. */
interface Given {
  params?: unknown
  query?: unknown
}

interface Responding {
  currentUser?: CurrentUser | undefined
  origin: string
  target?: Target | undefined
}

/** The steps between an authorized request and the text of its response. */
class EndpointCall {
  readonly #name: EndpointName
  readonly #endpoint: Endpoint
  readonly #handler: AnyHandler
  readonly #deps: CallDeps

  constructor(name: EndpointName, endpoint: Endpoint, handler: AnyHandler, deps: CallDeps) {
    this.#name = name
    this.#endpoint = endpoint
    this.#handler = handler
    this.#deps = deps
  }

  targetOf(given: Given): Target {
    assertStorable(given.params)
    assertStorable(given.query)
    return {
      params: this.#endpoint.params && paramsOf(this.#endpoint.params, given.params),
      query: this.#endpoint.query && inputOf(this.#endpoint.query, given.query),
    }
  }

  /** The JSON text of the reply, which is validated. Throws ApiError. */
  async respond(request: FastifyRequest, responding: Responding): Promise<string> {
    const data = await this.reply(request, responding)
    return JSON.stringify({ data: validReply(this.#name, this.#endpoint.reply, data) })
  }

  /** What the handler returns; a replay gets its first response. Throws ApiError. `target`: when it is known already. */
  async reply(request: FastifyRequest, caller: Responding): Promise<unknown> {
    const deps = this.#deps
    const endpoint = this.#endpoint
    if (endpoint.takesBytes === undefined) assertStorable(request.body)
    const hasBody = typeof request.body === 'object' && request.body !== null
    if ((endpoint.body ?? endpoint.takesBytes) !== undefined && !hasBody)
      throw new ApiError('MALFORMED_REQUEST')

    const write = endpoint.idempotent === true ? keyedWrite(request, endpoint, caller.currentUser) : undefined
    // A replay is told what it was told before, whatever has happened to the event since, and does not count.
    const stored = write && (await storedResponse(deps.db, write))
    return stored ? stored.reply : this.#handle(request, caller, write)
  }

  /** For a page that is the same for every visitor: nobody is signed in, nothing is counted, and nothing becomes text. */
  async read(request: FastifyRequest, input: Given): Promise<Awaited<ReturnType<ReadInProcess>>> {
    const { reply, status = 200 } = this.#endpoint
    try {
      const target = this.targetOf(input)
      const call = this.#callOf(request, target, requestOrigin(request, this.#deps.publicOrigin))
      const data = await this.#handler(call, neverStored)
      return { kind: 'ok', status, data: validReply(this.#name, reply, data) }
    } catch (error) {
      // A page without its data is none of ours to index as a failure: it asks to come back.
      if (!(error instanceof ApiError))
        throw new ApiError('UNAVAILABLE', { retryAfterSeconds: READ_RETRY_SECONDS, cause: error })
      if (ERROR_STATUS[error.code] >= 500) throw error
      const { code } = error
      return { kind: 'refused', status: ERROR_STATUS[code], code, message: code, fields: [] }
    }
  }

  #callOf(request: FastifyRequest, target: Target, origin: string) {
    return {
      ...target,
      origin,
      locale: requestLocale(request),
      nowSeconds: nowSeconds(this.#deps.clock),
      source: requestSource(request),
    }
  }

  async #handle(
    request: FastifyRequest,
    { currentUser, origin, target }: Responding,
    write: KeyedWrite | undefined,
  ): Promise<unknown> {
    const deps = this.#deps
    const endpoint = this.#endpoint
    const call = {
      ...this.#callOf(request, target ?? this.targetOf(request), origin),
      body: endpoint.takesBytes ? request.body : endpoint.body && inputOf(endpoint.body, request.body),
      sender: keyOf(request) ?? currentUser?.id,
      currentUser,
    }
    await this.#assertRoom(request.body, currentUser === undefined)
    // The check comes before it counts: whoever is told so sends the same again, with its photo.
    if (endpoint.carriesPhoto === true) call.body = await this.#withUpload(call.body, request, currentUser)
    await deps.countRequest(this.#name, request, { accountId: currentUser?.id })
    const countCode = (codes: CodeLimit, key: string) => deps.countRequest(codes, request, { key })
    const reply = await this.#handler({ ...call, countCode }, (commit) =>
      writeOnce(deps, write, endpoint.status ?? 200, commit),
    )
    // Whoever has changed something sees it at once; other servers hear of it from the database (`change-channel`).
    if (endpoint.permission === 'back-office.use' && endpoint.method !== 'GET') deps.clearCaches()
    return reply
  }

  /** Throws INSUFFICIENT_STORAGE. */
  async #assertRoom(body: unknown, isVisitors: boolean): Promise<void> {
    const { photo } = (body ?? {}) as { photo?: unknown }
    const hasPhoto = photo !== undefined && photo !== null && photo !== ''
    await this.#deps.disk.assertRoom({ hasPhoto, isVisitors: isVisitors && VISITORS_WRITES.has(this.#name) })
  }

  /** Replaces the hash of a photo by the name of the sender's own upload. Throws UPLOAD_MISSING, also for a stranger's. */
  async #withUpload(body: unknown, request: FastifyRequest, currentUser?: CurrentUser): Promise<unknown> {
    const { photo } = (body ?? {}) as { photo?: SentPhoto | null }
    if (typeof photo !== 'object' || photo === null) return body
    const senders = [keyOf(request), currentUser?.id].filter((sender) => sender !== undefined)
    return { ...(body as object), photo: { upload: await this.#deps.photos.nameOf(photo.upload, senders) } }
  }
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

/** What the contract names of a reply, and nothing else. Throws off contract. */
function validReply(name: string, schema: Schema, reply: unknown): unknown {
  const result = schema.safeParse(reply)
  if (!result.success)
    throw new Error(`${name} replied what the contract does not allow`, { cause: result.error })
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
