import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { API_PREFIX } from '@/contract/endpoint'
import type { Endpoint } from '@/contract/endpoint'
import { ENDPOINTS } from '@/contract/endpoints'
import type { EndpointName } from '@/contract/endpoints'
import { listProgramme } from '@/contract/events/events'
import { EndpointCall } from './endpoint-call'
import type { AnyHandler, CallDeps } from './endpoint-call'
import { PROGRAMMES, admissionOf, createFairLimit } from '@/server/http/load-shedding/fair-limit'
import type { FairLimit } from '@/server/http/load-shedding/fair-limit'
import type { Handlers } from './handlers'
import { parseByteBodies } from '@/server/http/bodies/byte-bodies'
import { bodyLimitOf, isLargeBody } from '@/server/http/bodies/large-bodies'
import type { LargeBodies } from '@/server/http/bodies/large-bodies'
import { limitLargeBodies } from '@/server/http/bodies/large-body-count'
import { requestLocale } from './request/request-locale'
import { requestOrigin } from './request/request-origin'
import { shedLater } from '@/server/http/load-shedding/load-shedding'
import type { AssertRoom } from '@/server/http/limits/disk-reserve'
import { encodingFor, sendCached } from './send-response'
import { authorize } from '@/server/http/auth/session'
import type { CurrentUser } from '@/server/http/auth/session'

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
export function routesFromContract(
  app: FastifyInstance,
  handlers: Handlers,
  deps: CallDeps & { largeBodies: LargeBodies; limitReads: FairLimit; assertRoom: AssertRoom },
): void {
  const countLargeBody = limitLargeBodies(deps.clock)
  const { limitReads } = deps
  const limitProgrammes = createFairLimit(PROGRAMMES)
  for (const name of Object.keys(ENDPOINTS) as EndpointName[]) {
    const endpoint: Endpoint = ENDPOINTS[name]
    const call = new EndpointCall(name, endpoint, handlers[name] as AnyHandler, deps)
    const isRead = endpoint.method === 'GET' && endpoint.auth !== 'required'
    const options = { method: endpoint.method, url: routePath(endpoint), bodyLimit: bodyLimitOf(endpoint) }
    const limit = endpoint === listProgramme ? limitProgrammes : limitReads
    if (isRead) app.route({ ...options, ...sharedRead(endpoint, call, limit, deps) })
    else
      addRoute(app, endpoint, deps.largeBodies, {
        ...options,
        preParsing: async (request, reply) => {
          currentUsers.set(request, await authorize(request, endpoint, deps))
          if (!isLargeBody(request, endpoint)) return
          countLargeBody(request)
          deps.largeBodies.accept(request, reply)
          await deps.assertRoom({
            hasPhoto: true,
            isVisitors: currentUsers.get(request) === undefined,
            bytesToCome: deps.largeBodies.bytesToCome(),
          })
        },
        onSend: (request, _reply, payload, done) => {
          deps.largeBodies.leave(request)
          done(null, payload)
        },
        handler: (request, reply) =>
          endpoint.method === 'GET'
            ? limitReads(request, () => sendOwn(request, reply, endpoint, call, deps))
            : sendOwn(request, reply, endpoint, call, deps),
      })
  }
}

/** A call that takes the bytes of a file has a scope of its own: it takes nothing else, and nothing else takes them. */
function addRoute(
  app: FastifyInstance,
  { takesBytes }: Endpoint,
  largeBodies: LargeBodies,
  route: RouteOptions,
): void {
  if (takesBytes === undefined) app.route(route)
  else
    void app.register(async (scope) => {
      parseByteBodies(scope, takesBytes, largeBodies)
      scope.route(route)
    })
}

/**
 * A read whose response is the same for every visitor of one language: cached, compressed once, and sent before anything else is done. Two
 * URLs that mean the same share it. With a token, of an account or in the query, it is the caller's own.
 */
function sharedRead(
  endpoint: Endpoint,
  call: EndpointCall,
  limit: FairLimit,
  { responses, publicOrigin, ...deps }: CallDeps,
) {
  const isAnonymous = (request: FastifyRequest) =>
    endpoint.auth === 'none' || request.headers.authorization === undefined
  const urlOf = (request: FastifyRequest) =>
    `${requestLocale(request)} ${requestOrigin(request, publicOrigin)} ${request.url}`
  return {
    // Compressed here, once for all, and not by the plugin for each.
    compress: false as const,
    config: { pressureHandler: shedLater },
    onRequest: (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
      const cached = isAnonymous(request) ? responses.getByUrl(urlOf(request)) : undefined
      if (cached === undefined || !sendCached(request, reply, cached)) done()
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      const target = call.targetOf(request)
      if (!isAnonymous(request) || hasToken(target.query)) {
        return limit(request, async () => {
          currentUsers.set(request, await authorize(request, endpoint, deps))
          return sendOwn(request, reply, endpoint, call, { publicOrigin })
        })
      }
      const origin = requestOrigin(request, publicOrigin)
      const key = `${requestLocale(request)} ${origin} ${endpoint.name} ${JSON.stringify(target)}`
      const response = await responses.getOrAdmit(key, admissionOf(request, limit), async () => ({
        text: await call.respond(request, { origin, target }),
      }))
      responses.linkUrl(urlOf(request), key)
      const encoding = encodingFor(request, response)
      sendCached(request, reply, encoding ? await responses.compress(response, encoding) : response)
      return reply
    },
  }
}

/** A capability from a mail: what it opens is nobody else's. */
function hasToken(query: unknown): boolean {
  return typeof query === 'object' && query !== null && 'token' in query && query.token !== undefined
}

/** A response for the current user alone. */
async function sendOwn(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
  call: EndpointCall,
  { publicOrigin }: Pick<CallDeps, 'publicOrigin'>,
): Promise<FastifyReply> {
  const currentUser = currentUsers.get(request)
  const origin = requestOrigin(request, publicOrigin)
  const body = await call.respond(request, { currentUser, origin, reply })
  return reply
    .code(endpoint.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(body)
}
