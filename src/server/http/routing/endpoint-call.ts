import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint, Schema } from '@/contract/endpoint'
import type { EndpointName } from '@/contract/endpoints'
import type { SentPhoto } from '@/domain/submissions/sent-photo'
import { problemsOf } from '@/domain/validation/problem'
import type { Queryable } from '@/server/platform/database/client'
import type { CheckLimits } from '@/server/http/limits/request-limiter'
import { ApiError, validationFailed } from '@/server/http/errors/api-error'
import { nowSeconds } from '@/server/platform/process/clock'
import type { AppDeps, Once } from './handlers'
import { keyedWrite, replyOnce, writeOnce } from './idempotency'
import type { KeyedWrite } from './idempotency'
import { assertStorable } from '@/server/http/bodies/storable-input'
import { replyText } from './reply-text'
import { requestLocale } from './request/request-locale'
import { requestSource } from './request/request-source'
import type { CurrentUser } from '@/server/http/auth/session'

export interface CallDeps extends AppDeps {
  publicOrigin: string | undefined
  requiresSecondFactor: boolean
  checkLimits: CheckLimits
}

/** A handler, once the type of its own endpoint is erased. */
export type AnyHandler = (call: object, once: Once<unknown>) => Promise<unknown>

interface Target {
  params: unknown
  query: unknown
}

interface Responding {
  currentUser?: CurrentUser | undefined
  /** The origin of absolute URLs in the reply. */
  origin: string
  reply?: FastifyReply | undefined
  target?: Target | undefined
}

/** The steps between an authorized request and the text of its response. */
export class EndpointCall {
  readonly #name: EndpointName
  readonly #endpoint: Endpoint
  readonly #handler: AnyHandler
  readonly #deps: CallDeps
  /** Idempotency-Keys of the writes that this process is at. */
  readonly #underWay = new Set<string>()

  constructor(name: EndpointName, endpoint: Endpoint, handler: AnyHandler, deps: CallDeps) {
    this.#name = name
    this.#endpoint = endpoint
    this.#handler = handler
    this.#deps = deps
  }

  /** The validated target of a request: its parameters and its query, without values that mean nothing. */
  targetOf(request: FastifyRequest): Target {
    assertStorable(request.params)
    assertStorable(request.query)
    return {
      params: this.#endpoint.params && paramsOf(this.#endpoint.params, request.params),
      query: this.#endpoint.query && inputOf(this.#endpoint.query, request.query),
    }
  }

  /**
   * The JSON text of the response. Throws ApiError for expected failures; a replay under its key gets its first response. `reply`: of a
   * request that is answered for the caller alone. `target`: when it is known already.
   */
  async respond(request: FastifyRequest, { reply, target, ...caller }: Responding): Promise<string> {
    const deps = this.#deps
    const endpoint = this.#endpoint
    if (endpoint.takesBytes === undefined) assertStorable(request.body)
    const hasBody = typeof request.body === 'object' && request.body !== null
    if ((endpoint.body ?? endpoint.takesBytes) !== undefined && !hasBody)
      throw new ApiError('MALFORMED_REQUEST')

    const write = endpoint.idempotent === true ? keyedWrite(request, endpoint, caller.currentUser) : undefined
    const handle = () => this.#handle(request, { ...caller, write, reply, target })
    const data = await (write === undefined ? handle() : replyOnce(deps.db, this.#underWay, write, handle))
    return replyText(this.#name, endpoint.reply, data)
  }

  async #handle(
    request: FastifyRequest,
    { currentUser, origin, write, reply, target }: Responding & { write: KeyedWrite | undefined },
  ): Promise<unknown> {
    const deps = this.#deps
    const endpoint = this.#endpoint
    const call = {
      ...(target ?? this.targetOf(request)),
      body: endpoint.takesBytes ? request.body : endpoint.body && inputOf(endpoint.body, request.body),
      currentUser,
      origin,
      locale: requestLocale(request),
      nowSeconds: nowSeconds(deps.clock),
      source: requestSource(request),
    }
    // The check comes before it counts: whoever is told so sends the same again, with its photo.
    if (endpoint.carriesPhoto === true) await this.#assertUpload(call.body)
    // It is counted after the replays have had their response: they do not count (offline.md 7).
    const counted = await deps.checkLimits(this.#name, request, currentUser?.id)
    const once = (commit: (tx: Queryable) => Promise<unknown>) =>
      writeOnce(deps, write, endpoint.status, async (tx) => {
        await counted.consume(tx)
        return commit(tx)
      })
    try {
      const { isKnownDevice, hasFormToken } = counted
      const data = await this.#handler({ ...call, isKnownDevice, hasFormToken }, once)
      if (reply !== undefined) counted.succeeded(request, reply, data)
      return data
    } catch (error) {
      await counted.failed(error)
      throw error
    }
  }

  async #assertUpload(body: unknown): Promise<void> {
    const { photo } = (body ?? {}) as { photo?: SentPhoto | null }
    if (typeof photo !== 'object' || photo === null) return
    if (!(await this.#deps.uploads.has(photo.upload))) throw new ApiError('UPLOAD_MISSING')
  }
}

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
