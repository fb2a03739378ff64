import type { FastifyRequest } from 'fastify'
import type { Endpoint, Schema } from '@/contract/endpoint'
import type { EndpointName } from '@/contract/endpoints'
import { problemsOf } from '@/domain/problem'
import { ApiError, validationFailed } from './api-error'
import { nowSeconds } from './clock'
import type { AppParts } from './handlers'
import { storedResponse, keyedWrite, writeOnce } from './idempotency'
import type { CountRequest } from './limits'
import { assertStorable } from './storable-input'
import { requestLocale } from './request-locale'
import type { CurrentUser } from './session'

export interface CallParts extends AppParts {
  publicOrigin: string | undefined
  count: CountRequest
}

/** What a handler is, once the type of its own endpoint is erased. */
export type AnyHandler = (call: object, once: (commit: never) => Promise<unknown>) => Promise<unknown>

interface Target {
  params: unknown
  query: unknown
}

/** What happens between an authorized request and the text of its response. */
export class EndpointCall {
  readonly #name: EndpointName
  readonly #endpoint: Endpoint
  readonly #handler: AnyHandler
  readonly #parts: CallParts

  constructor(name: EndpointName, endpoint: Endpoint, handler: AnyHandler, parts: CallParts) {
    this.#name = name
    this.#endpoint = endpoint
    this.#handler = handler
    this.#parts = parts
  }

  /** What a request is about, validated: its parameters and its query, without what means nothing. */
  targetOf(request: FastifyRequest): Target {
    assertStorable(request.params)
    assertStorable(request.query)
    return {
      params: this.#endpoint.params && paramsOf(this.#endpoint.params, request.params),
      query: this.#endpoint.query && inputOf(this.#endpoint.query, request.query),
    }
  }

  /** The JSON text of the response. Throws ApiError for expected trouble; a replay under its key gets its first response. */
  async respond(
    request: FastifyRequest,
    currentUser: CurrentUser | undefined,
    origin: string,
    target?: Target,
  ): Promise<string> {
    const parts = this.#parts
    const endpoint = this.#endpoint
    assertStorable(request.body)
    if (endpoint.body !== undefined && (typeof request.body !== 'object' || request.body === null))
      throw new ApiError('MALFORMED_REQUEST')

    const write = endpoint.idempotent === true ? keyedWrite(request, endpoint, currentUser) : undefined
    const stored = write && (await storedResponse(parts.db, write))
    if (stored !== undefined) return this.#validated(stored.reply)

    const call = {
      ...(target ?? this.targetOf(request)),
      body: endpoint.body && inputOf(endpoint.body, request.body),
      currentUser,
      origin,
      locale: requestLocale(request),
      nowSeconds: nowSeconds(parts.clock),
    }
    // After the replays have had their response: they do not count (offline.md 7).
    await parts.count(this.#name, request, currentUser?.id)
    const once = (commit: (tx: never) => Promise<unknown>) =>
      writeOnce(parts, write, endpoint.status, commit as never)
    return this.#validated(await this.#handler(call, once))
  }

  #validated(reply: unknown): string {
    const result = this.#endpoint.reply.safeParse(reply)
    if (!result.success)
      throw new Error(`${this.#name} replied what the contract does not allow`, { cause: result.error })
    return JSON.stringify({ data: result.data })
  }
}

/** What cannot be an id is the id of nothing. */
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
