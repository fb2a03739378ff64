import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { API_PREFIX } from '@/contract/endpoint'
import type { Endpoint } from '@/contract/endpoint'
import { ENDPOINTS } from '@/contract/endpoints'
import type { EndpointName } from '@/contract/endpoints'
import { EndpointCall } from './endpoint-call'
import type { AnyHandler, CallParts } from './endpoint-call'
import type { Handlers } from './handlers'
import { bodyLimitOf, largeBodyGate } from './large-bodies'
import { requestOrigin } from './request-origin'
import { packFor, sendAtOnce } from './send-answer'
import { admit } from './session'
import type { Caller } from './session'

/** Who asks, known before the body is read: a stranger's photo is not even received. */
const callers = new WeakMap<FastifyRequest, Caller | undefined>()

/** `/events/{id}` of the contract as Fastify writes it. */
export function routePath(endpoint: Endpoint): string {
  return API_PREFIX + endpoint.path.replace(/\{(\w+)\}/g, ':$1')
}

/**
 * Makes a route of every entry of the register: admits, validates, counts, handles, and checks the answer against the
 * contract, so that a handler that is wrong is a 500 and not a leak.
 */
export function routesFromContract(app: FastifyInstance, handlers: Handlers, parts: CallParts): void {
  const gate = largeBodyGate()
  for (const name of Object.keys(ENDPOINTS) as EndpointName[]) {
    const endpoint: Endpoint = ENDPOINTS[name]
    const call = new EndpointCall(name, endpoint, handlers[name] as AnyHandler, parts)
    const isRead = endpoint.method === 'GET' && endpoint.auth !== 'required'
    const options = { method: endpoint.method, url: routePath(endpoint), bodyLimit: bodyLimitOf(endpoint) }
    if (isRead) app.route({ ...options, ...sharedRead(endpoint, call, parts) })
    else
      app.route({
        ...options,
        onRequest: endpoint.carriesPhoto === true ? [gate] : [],
        preParsing: async (request) => {
          callers.set(request, await admit(request, endpoint, parts))
        },
        handler: (request, reply) => sendOwn(request, reply, endpoint, call, parts),
      })
  }
}

/** A read whose answer is the same for every visitor: kept, packed once, and sent before anything else is done. */
function sharedRead(endpoint: Endpoint, call: EndpointCall, { answers, publicOrigin, ...parts }: CallParts) {
  const isShared = (request: FastifyRequest) =>
    endpoint.auth === 'none' || request.headers.authorization === undefined
  const keyOf = (request: FastifyRequest) => `${requestOrigin(request, publicOrigin)} ${request.url}`
  return {
    // Packed here, once for all, and not by the plugin for each.
    compress: false as const,
    onRequest: (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
      const kept = isShared(request) ? answers.get(keyOf(request)) : undefined
      if (kept === undefined || !sendAtOnce(request, reply, kept)) done()
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      if (!isShared(request)) {
        callers.set(request, await admit(request, endpoint, parts))
        return sendOwn(request, reply, endpoint, call, { publicOrigin })
      }
      const origin = requestOrigin(request, publicOrigin)
      const answer = await answers.answer(keyOf(request), () => call.answer(request, undefined, origin))
      await packFor(request, answer)
      sendAtOnce(request, reply, answer)
      return reply
    },
  }
}

/** An answer for this caller alone. */
async function sendOwn(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
  call: EndpointCall,
  { publicOrigin }: Pick<CallParts, 'publicOrigin'>,
): Promise<FastifyReply> {
  const body = await call.answer(request, callers.get(request), requestOrigin(request, publicOrigin))
  return reply
    .code(endpoint.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(body)
}
