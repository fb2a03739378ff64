import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** A text that is no address shares one bucket: nobody gets a fresh one by writing nonsense. */
const UNKNOWN = 'unknown'

/**
 * A caller is counted by network: an IPv4 address, or the /48 of an IPv6 one, in which one customer may have 65,536 networks. Some proxies
 * forward a port (`192.0.2.1:5678`, `[2001:db8::1]:5678`) or the zone of an address.
 */
export function networkOf(text: string): string {
  const bare = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text
  const address = bare.replace(/%.*$/, '')
  // The library also reads what nobody forwards, such as 127.1.
  if (isIP(address) === 0) return UNKNOWN
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  const site = parsed.parts.slice(0, 3).map((group) => group.toString(16))
  return `${site.join(':')}:*`
}

/**
 * Takes a number of proxies, or their addresses; false: nobody's `X-Forwarded-For` is believed. Fastify then takes its rightmost address
 * that is no proxy of ours: our proxy wrote it, not the client.
 */
export function trustedHops(proxies: false | number | string) {
  return typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies
}
