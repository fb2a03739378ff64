import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { API_PREFIX } from '@/contract/endpoint'
import type { Endpoint, Schema } from '@/contract/endpoint'
import { ENDPOINTS } from '@/contract/endpoints'
import type { EndpointName } from '@/contract/endpoints'
import { problemsOf } from '@/domain/problem'
import { sendAnswer } from './answer-cache'
import { ApiError, validationFailed } from './api-error'
import { nowSeconds } from './clock'
import type { AppParts, Handlers } from './handlers'
import { givenAnswer, keyedWrite, writeOnce } from './idempotency'
import { bodyLimitOf, largeBodyGate } from './large-bodies'
import type { CountRequest } from './limits'
import { assertReadable } from './readable-input'
import { requestLocale } from './request-locale'
import { requestOrigin } from './request-origin'
import { admit } from './session'
import type { Caller } from './session'

interface RouteParts extends AppParts {
  publicOrigin: string | undefined
  count: CountRequest
}

/** What a handler is, once the type of its own endpoint is forgotten. */
type AnyHandler = (call: object, once: (commit: never) => Promise<unknown>) => Promise<unknown>

/** `/events/{id}` of the contract as Fastify writes it. */
export function routePath(endpoint: Endpoint): string {
  return API_PREFIX + endpoint.path.replace(/\{(\w+)\}/g, ':$1')
}

/**
 * Makes a route of every entry of the register: admits, validates, counts, handles, and checks the answer against the
 * contract, so that a handler that is wrong is a 500 and not a leak.
 */
export function routesFromContract(app: FastifyInstance, handlers: Handlers, parts: RouteParts): void {
  const gate = largeBodyGate()
  for (const name of Object.keys(ENDPOINTS) as EndpointName[]) {
    const endpoint: Endpoint = ENDPOINTS[name]
    const route = new EndpointRoute(name, endpoint, handlers[name] as AnyHandler, parts)
    const hooks = endpoint.carriesPhoto === true ? [gate] : []
    app.route({
      method: endpoint.method,
      url: routePath(endpoint),
      bodyLimit: bodyLimitOf(endpoint),
      // A visitor's reads pack their own answers, once for all.
      compress: route.isSharedRead ? false : undefined,
      onRequest: hooks,
      handler: (request, reply) => route.handle(request, reply),
      preParsing: async (request) => {
        if (!route.isShared(request)) callers.set(request, await admit(request, endpoint, parts))
      },
    })
  }
}

/** Known before the body is read: a stranger's photo is not even received. */
const callers = new WeakMap<FastifyRequest, Caller | undefined>()

class EndpointRoute {
  readonly isSharedRead: boolean

  constructor(
    private readonly name: EndpointName,
    private readonly endpoint: Endpoint,
    private readonly handler: AnyHandler,
    private readonly parts: RouteParts,
  ) {
    this.isSharedRead = endpoint.method === 'GET' && endpoint.auth !== 'required'
  }

  /** Whether the answer is the same for every visitor. */
  isShared(request: FastifyRequest): boolean {
    return this.isSharedRead && (this.endpoint.auth === 'none' || request.headers.authorization === undefined)
  }

  async handle(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const origin = requestOrigin(request, this.parts.publicOrigin)
    if (this.isShared(request)) {
      const key = `${origin} ${request.url}`
      const answer = await this.parts.answers.answer(key, () => this.data(request, origin))
      return sendAnswer(request, reply, answer)
    }
    const body = await this.data(request, origin)
    return reply
      .code(this.endpoint.status)
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(body)
  }

  /** The JSON text of the answer. */
  private async data(request: FastifyRequest, origin: string): Promise<string> {
    const { endpoint, parts } = this
    const caller = callers.get(request)
    assertReadable(request.params)
    assertReadable(request.query)
    assertReadable(request.body)
    if (endpoint.body !== undefined && (typeof request.body !== 'object' || request.body === null))
      throw new ApiError('MALFORMED_REQUEST')
    const write = endpoint.idempotent === true ? keyedWrite(request, endpoint, caller) : undefined
    const given = write && (await givenAnswer(parts.db, write))
    if (given !== undefined) return this.checked(given.answer)

    const call = {
      params: endpoint.params && paramsOf(endpoint.params, request.params),
      query: endpoint.query && inputOf(endpoint.query, request.query),
      body: endpoint.body && inputOf(endpoint.body, request.body),
      caller,
      origin,
      locale: requestLocale(request),
      nowSeconds: nowSeconds(parts.clock),
    }
    await parts.count(this.name, request, caller?.id)
    const once = (commit: (tx: never) => Promise<unknown>) =>
      writeOnce(parts, write, endpoint.status, commit as never)
    return this.checked(await this.handler(call, once))
  }

  private checked(reply: unknown): string {
    const result = this.endpoint.reply.safeParse(reply)
    if (!result.success)
      throw new Error(`${this.name} answered what the contract does not allow`, { cause: result.error })
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
