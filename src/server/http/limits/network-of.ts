import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

/** The groups of a /64, /48 and /32: one connection, one site, one provider. */
const IPV6_LEVELS = [4, 3, 2] as const
/** The bytes of a /32 and /24. */
const IPV4_LEVELS = [4, 3] as const

/** A text that is no address shares one bucket: nobody gets a fresh one by writing nonsense. */
const UNKNOWN = 'unknown'

/** The networks of one caller, the narrowest first. A caller who moves within a wide one is still counted there. */
export type Networks = readonly [narrowest: string, ...wider: string[]]

/** Every request asks once or twice, and parsing is a twelfth of what a cached response takes. The size is that of the addresses. */
const known = new LRUCache<string, Networks>({
  maxSize: 64 * 1024,
  sizeCalculation: (_networks, address) => address.length + 1,
  memoMethod: parseNetworks,
})

/** What a caller is counted by: an IPv4 address, or the /48 of an IPv6 one, in which one customer may have 65,536 networks. */
export function networkOf(address: string | undefined): string {
  const [narrowest, site] = networksOf(address)
  return narrowest.includes(':') ? (site ?? narrowest) : narrowest
}

/** The networks that an address is in: /32 and /24 of IPv4, /64, /48 and /32 of IPv6. */
export function networksOf(address: string | undefined): Networks {
  // A connection that is closed already has no address.
  return address === undefined ? [UNKNOWN] : known.memo(address)
}

function parseNetworks(text: string): Networks {
  const address = readAddress(text)
  if (address === undefined) return [UNKNOWN]
  const parsed = ipaddr.parse(address)
  return parsed instanceof ipaddr.IPv6
    ? prefixes(
        parsed.parts.map((group) => group.toString(16)),
        IPV6_LEVELS,
        ':',
      )
    : prefixes(address.split('.'), IPV4_LEVELS, '.')
}

/** Drops port, zone and the IPv6 notation of IPv4: some proxies forward `192.0.2.1:5678` or `[2001:db8::1]:5678`. */
export function readAddress(text: string): string | undefined {
  const bare = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text
  const address = bare.replace(/%.*$/, '')
  // The library also reads what nobody forwards, such as 127.1.
  return isIP(address) === 0 ? undefined : ipaddr.process(address).toString()
}

function prefixes(
  parts: readonly string[],
  [narrowest, ...wider]: readonly [number, ...number[]],
  separator: string,
): Networks {
  const of = (count: number) =>
    parts.slice(0, count).join(separator) + (count === parts.length ? '' : `${separator}*`)
  return [of(narrowest), ...wider.map(of)]
}

/** A number of proxies, or their addresses; false: nobody's `X-Forwarded-For` is believed. */
export type TrustedProxies = false | number | string

/** Fastify then takes the rightmost address of `X-Forwarded-For` that is no proxy of ours: our proxy wrote it, not the client. */
export function trustedHops(proxies: TrustedProxies) {
  return typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies
}
