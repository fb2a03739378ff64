import { randomUUID } from 'node:crypto'
import type { FastifyRequest, FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { cutText } from '@/domain/text/plain-text'
import { networksOf, type Networks } from '@/server/http/limits/network-of'
import { cookieName, extractLocaleFromRequest, type Locale } from '@/messages/compiled/runtime.js'

const USER_AGENT_MAX = 200

export interface RequestSource {
  requestId: string
  traceId?: string
  /** An IPv4 address, or the network of an IPv6 one. */
  network: string
  networks: Networks
  userAgent: string | undefined
}

export function requestSource(request: FastifyRequest): RequestSource {
  const networks = networksOf(request.ip)
  const traceId = traceIdOf(request)
  return {
    requestId: request.id,
    ...(traceId !== undefined && { traceId }),
    network: networks[0],
    networks,
    userAgent: plainText(request.headers['user-agent']),
  }
}

/** One line without control characters, cut to what is stored. */
function plainText(text: string | undefined): string | undefined {
  const plain = cutText((text ?? '').replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim(), USER_AGENT_MAX)
  return plain === '' ? undefined : plain
}

export const REQUEST_ID_HEADER = 'x-request-id'
/** A proxy's own id, such as HAProxy's `unique-id`, as far as it may stand in a log. */
const PROXYS_ID = /^[\w.:-]{8,128}$/
/** https://www.w3.org/TR/trace-context/#traceparent-header */
const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/

/** Makes a random id: what a client calls its request could be anything, and a counter says how busy we are. */
export function newRequestId(): string {
  return randomUUID()
}

/** Every response names its request, so that what a person reports is found in the log; in that of a trusted proxy, too. */
export function nameRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const given = proxysHeader(request, REQUEST_ID_HEADER)
    if (given !== undefined && PROXYS_ID.test(given)) request.id = given
    reply.header(REQUEST_ID_HEADER, request.id)
    done()
  })
}

export function traceIdOf(request: FastifyRequest): string | undefined {
  return TRACEPARENT.exec(proxysHeader(request, 'traceparent') ?? '')?.[1]
}

/** A trusted proxy sees to it that none of these headers is a client's. */
function proxysHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  // The address that it forwards is believed, too.
  return (request.ips?.length ?? 1) > 1 && typeof value === 'string' ? value : undefined
}

const LANGUAGE_COOKIE = new RegExp(`(?:^|;\\s*)${cookieName}=([\\w-]{1,10})(?:;|$)`)
/** Bounded, because an anonymous client chooses what is sent. */
const MAX_HEADERS = 500
const MAX_CHARS = 200

/** The locales are cached by header: every cached response is looked up by its locale. */
const localeOfHeaders = new LRUCache<string, Locale>({ max: MAX_HEADERS })

/** The language of a response's sentences and of the mails that follow from it, by Paraglide's strategies (tools/codegen). */
export function requestLocale({ headers }: Pick<FastifyRequest, 'headers'>): Locale {
  const chosen = LANGUAGE_COOKIE.exec(headers.cookie ?? '')?.[1] ?? ''
  const preferred = headers['accept-language'] ?? ''
  const key = `${chosen} ${preferred}`
  const known = localeOfHeaders.get(key)
  if (known !== undefined) return known
  const relevant = { cookie: `${cookieName}=${chosen}`, 'accept-language': preferred }
  const locale = extractLocaleFromRequest(new Request('http://localhost', { headers: relevant }))
  if (key.length <= MAX_CHARS) localeOfHeaders.set(key, locale)
  return locale
}

const NAME_OR_IPV4 = '[a-z0-9_-]{1,63}(?:\\.[a-z0-9_-]{1,63}){0,60}\\.?'
const HOST = new RegExp(`^(?:${NAME_OR_IPV4}|\\[[0-9a-f:.]{2,45}\\])(?::\\d{1,5})?$`, 'i')

/** Whether the text is a host with or without a port, and nothing besides: what may stand in an address, in HTML and in XML. */
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
