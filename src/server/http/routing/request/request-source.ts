import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { cutText } from '@/domain/text/plain-text'
import { networkOf } from '@/server/http/limits/network-of'
import { cookieName, extractLocaleFromRequest, type Locale } from '@/messages/compiled/runtime.js'

const USER_AGENT_MAX = 200

export interface RequestSource {
  requestId: string
  /** An IPv4 address, or the network of an IPv6 one. */
  network: string
  userAgent: string | undefined
}

export function requestSource(request: FastifyRequest): RequestSource {
  return {
    requestId: request.id,
    // A connection that is closed already has no address.
    network: networkOf(request.ip ?? ''),
    userAgent: plainText(request.headers['user-agent']),
  }
}

/** One line without control characters, cut to what is stored. */
function plainText(text: string | undefined): string | undefined {
  const plain = cutText((text ?? '').replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim(), USER_AGENT_MAX)
  return plain === '' ? undefined : plain
}

export const REQUEST_ID_HEADER = 'x-request-id'

/** Every response names its request, so that what a person reports is found in the log. */
export function nameRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id)
    done()
  })
}

const LANGUAGE_COOKIE = new RegExp(`(?:^|;\\s*)${cookieName}=([\\w-]{1,10})(?:;|$)`)

/** Every cached response is looked up by its locale. Bounded, because an anonymous client chooses what is sent. */
const locales = new LRUCache<string, Locale, Record<string, string>>({
  max: 500,
  memoMethod: (_key, _stale, { context: headers }) =>
    extractLocaleFromRequest(new Request('http://localhost', { headers })),
})

/** The language of a response's sentences and of the mails that follow from it, by Paraglide's strategies (tools/codegen). */
export function requestLocale({ headers }: Pick<FastifyRequest, 'headers'>): Locale {
  const chosen = LANGUAGE_COOKIE.exec(headers.cookie ?? '')?.[1] ?? ''
  const preferred = headers['accept-language'] ?? ''
  const context = { cookie: `${cookieName}=${chosen}`, 'accept-language': preferred }
  return locales.memo(`${chosen} ${preferred}`, { context })
}

const NAME_OR_IPV4 = '[a-z0-9_-]{1,63}(?:\\.[a-z0-9_-]{1,63}){0,60}\\.?'
const HOST = new RegExp(`^(?:${NAME_OR_IPV4}|\\[[0-9a-f:.]{2,45}\\])(?::\\d{1,5})?$`, 'i')

/** A host with or without a port, and nothing besides, may stand in an address, in HTML and in XML. */
export function isHost(text: string): boolean {
  return text.length <= 259 && HOST.test(text) && URL.canParse(`http://${text}`)
}

/**
 * The origin that absolute URLs in a response carry: `PUBLIC_ORIGIN`, else the request's own (rules 7.1,
 * settings). Fastify reads forwarded headers only from a trusted proxy; what they or `Host` say is repeated only when it is a
 * host, and http or https.
 */
export function requestOrigin(
  request: { host: string; protocol: string },
  publicOrigin: string | undefined,
): string {
  if (publicOrigin !== undefined) return publicOrigin
  const scheme = request.protocol === 'https' ? 'https' : 'http'
  return `${scheme}://${isHost(request.host) ? request.host : 'localhost'}`
}
