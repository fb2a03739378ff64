import type { FastifyInstance } from 'fastify'
import { ApiError } from '@/server/http/errors/api-error'
import { readAddress } from './network-of'

/** A number of proxies, or their addresses; false: nobody's `X-Forwarded-For` is believed. */
export type TrustedProxies = false | number | string

/**
 * The proxies that Fastify believes: of `X-Forwarded-For` it then takes the rightmost address that none of our proxies
 * has, which is the one that our own proxy has written and not what a client claims.
 */
export function trustedHops(proxies: TrustedProxies) {
  return typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies
}

/** Refuses (MALFORMED_REQUEST) whatever comes from no address: counted by, it would be a fresh bucket at each request. */
export function refuseNonAddresses(app: FastifyInstance, proxies: TrustedProxies): void {
  if (proxies === false) return
  app.addHook('onRequest', (request, _reply, done) => {
    const isForwarded = request.headers['x-forwarded-for'] !== undefined
    done(isForwarded && readAddress(request.ip) === undefined ? new ApiError('MALFORMED_REQUEST') : undefined)
  })
}
