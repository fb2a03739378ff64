import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { API_PREFIX } from '@/contract/endpoint'
import type { Endpoint } from '@/contract/endpoint'
import { ENDPOINTS } from '@/contract/endpoints'
import type { EndpointName } from '@/contract/endpoints'
import { EndpointCall } from './endpoint-call'
import type { AnyHandler, CallParts } from './endpoint-call'
import type { Handlers } from './handlers'
import { bodyLimitOf, limitLargeBodies } from './large-bodies'
import { requestOrigin } from './request-origin'
import { compressFor, sendCached } from './send-response'
import { authorize } from './session'
import type { CurrentUser } from './session'

/** The current user of a request, known before the body is read: the photo of a request without permission is not even received. */
const currentUsers = new WeakMap<FastifyRequest, CurrentUser | undefined>()

/** `/events/{id}` of the contract as Fastify writes it. */
export function routePath(endpoint: Endpoint): string {
  return API_PREFIX + endpoint.path.replace(/\{(\w+)\}/g, ':$1')
}

/**
 * Makes a route of every entry of the register: authorizes, validates, counts, handles, and validates the reply
 * against the contract, so that a handler that is wrong is a 500 and not a leak.
 */
export function routesFromContract(app: FastifyInstance, handlers: Handlers, parts: CallParts): void {
  const gate = limitLargeBodies()
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
          currentUsers.set(request, await authorize(request, endpoint, parts))
        },
        handler: (request, reply) => sendOwn(request, reply, endpoint, call, parts),
      })
  }
}

/** A read whose response is the same for every visitor: cached, compressed once, and sent before anything else is done. */
function sharedRead(
  endpoint: Endpoint,
  call: EndpointCall,
  { responses, publicOrigin, ...parts }: CallParts,
) {
  const isShared = (request: FastifyRequest) =>
    endpoint.auth === 'none' || request.headers.authorization === undefined
  const keyOf = (request: FastifyRequest) => `${requestOrigin(request, publicOrigin)} ${request.url}`
  return {
    // Compressed here, once for all, and not by the plugin for each.
    compress: false as const,
    onRequest: (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
      const cached = isShared(request) ? responses.get(keyOf(request)) : undefined
      if (cached === undefined || !sendCached(request, reply, cached)) done()
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      if (!isShared(request)) {
        currentUsers.set(request, await authorize(request, endpoint, parts))
        return sendOwn(request, reply, endpoint, call, { publicOrigin })
      }
      const origin = requestOrigin(request, publicOrigin)
      const response = await responses.getOrCompute(keyOf(request), () =>
        call.respond(request, undefined, origin),
      )
      await compressFor(request, response)
      sendCached(request, reply, response)
      return reply
    },
  }
}

/** A response for the current user alone. */
async function sendOwn(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
  call: EndpointCall,
  { publicOrigin }: Pick<CallParts, 'publicOrigin'>,
): Promise<FastifyReply> {
  const body = await call.respond(
    request,
    currentUsers.get(request),
    requestOrigin(request, publicOrigin),
    reply,
  )
  return reply
    .code(endpoint.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(body)
}
