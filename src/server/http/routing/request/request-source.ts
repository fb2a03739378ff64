import type { FastifyRequest } from 'fastify'
import { traceIdOf } from './request-id'
import { networksOf } from '@/server/http/limits/network-of'
import type { Networks } from '@/server/http/limits/network-of'

const USER_AGENT_MAX = 200

/** The source of a request, as the security log and the list of sessions name it. */
export interface RequestSource {
  requestId: string
  /** The trace that a trusted proxy has begun. */
  traceId?: string
  /** An IPv4 address, or the network of an IPv6 one. */
  network: string
  /** The networks of the client, with the wider ones that it is in. */
  networks: Networks
  /** The client's own description of itself. */
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
  const plain = text
    ?.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, USER_AGENT_MAX)
  return plain === '' ? undefined : plain
}
