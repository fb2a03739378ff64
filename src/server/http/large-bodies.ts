import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '@/contract/endpoint'
import { MAX_PHOTO_BASE64_CHARS } from '@/domain/photo'
import { ApiError } from './api-error'
import { networkOf } from './network-of'

/** The largest photo as base64, and the rest of the form. */
export const PHOTO_BODY_BYTES = MAX_PHOTO_BASE64_CHARS + 1024 * 1024
const BODY_BYTES = 64 * 1024
const LARGE_BYTES = 512 * 1024
/** Each holds up to four times its size while it is parsed and decoded. */
const LARGE_AT_ONCE = 12
/** A place is held while a body trickles in: a few slow phones, or one that means harm, must not hold them all. */
const LARGE_AT_ONCE_OF_ADDRESS = 4
const RETRY_AFTER_SECONDS = 3

/** Bytes that a request of this endpoint may have; more is PAYLOAD_TOO_LARGE. */
export function bodyLimitOf(endpoint: Endpoint): number {
  return endpoint.carriesPhoto === true ? PHOTO_BODY_BYTES : BODY_BYTES
}

/** Lets a few large bodies in at a time; the others are told to retry (UNAVAILABLE with `Retry-After`). */
export function limitLargeBodies() {
  let inside = 0
  const ofAddress = new Map<string, number>()
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const declared = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY)
    if (declared < LARGE_BYTES) return
    const ip = networkOf(request.ip)
    const fromHere = ofAddress.get(ip) ?? 0
    if (inside >= LARGE_AT_ONCE || fromHere >= LARGE_AT_ONCE_OF_ADDRESS)
      throw new ApiError('UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    inside += 1
    ofAddress.set(ip, fromHere + 1)
    let left = false
    const leave = () => {
      if (left) return
      left = true
      inside -= 1
      const others = (ofAddress.get(ip) ?? 1) - 1
      if (others === 0) ofAddress.delete(ip)
      else ofAddress.set(ip, others)
    }
    reply.raw.once('finish', leave).once('close', leave)
  }
}
