import { SocketAddress, isIP, isIPv4, isIPv6 } from 'node:net'

const IPV6_GROUPS = 8
/** The groups of a /64, /48 and /32: one connection, one site, one provider. */
const IPV6_LEVELS = [4, 3, 2] as const
const IPV4_BYTES = 4
/** The groups of a /32 and /24. */
const IPV4_LEVELS = [4, 3] as const

/** A text that is no address shares one bucket: nobody gets a fresh one by writing nonsense. */
const UNKNOWN = 'unknown'

/** The networks of one caller, the narrowest first. A caller who moves within a wide one is still counted there. */
export type Networks = readonly [narrowest: string, ...wider: string[]]

/** Whom to count a request for: an IPv4 address, or the /64 of an IPv6 one. */
export function networkOf(address: string | undefined): string {
  return networksOf(address)[0]
}

/** The networks that an address is in: /32 and /24 of IPv4, /64, /48 and /32 of IPv6. */
export function networksOf(address: string | undefined): Networks {
  // A connection that is closed already has no address.
  const known = address === undefined ? undefined : readAddress(address)
  if (known === undefined) return [UNKNOWN]
  return isIPv4(known)
    ? prefixes(known.split('.'), IPV4_LEVELS, IPV4_BYTES, '.')
    : prefixes(groupsOf(known), IPV6_LEVELS, IPV6_GROUPS, ':')
}

/**
 * The address in the one way of writing it, without port, zone or the IPv6 notation of an IPv4 address; undefined for what is
 * no address. Some proxies forward `192.0.2.1:5678` or `[2001:db8::1]:5678`.
 */
export function readAddress(text: string): string | undefined {
  const bare = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text
  const address = bare.replace(/%.*$/, '')
  if (isIP(address) === 0) return undefined
  if (!isIPv6(address)) return address
  const canonical = new SocketAddress({ address, family: 'ipv6' }).address
  const mapped = canonical.replace(/^::ffff:/, '')
  return isIPv4(mapped) ? mapped : canonical
}

function prefixes(
  parts: readonly string[],
  [narrowest, ...wider]: readonly [number, ...number[]],
  all: number,
  separator: string,
): Networks {
  const of = (count: number) => parts.slice(0, count).join(separator) + (count === all ? '' : `${separator}*`)
  return [of(narrowest), ...wider.map(of)]
}

/** All eight groups of a canonical IPv6 address. */
function groupsOf(address: string): string[] {
  // An address that ends in an IPv4 address begins with zeros: its last groups are in no network of ours.
  const [head = [], tail = []] = address
    .split('::')
    .map((side) => side.split(':').filter((group) => group !== ''))
  return [...head, ...Array<string>(Math.max(0, IPV6_GROUPS - head.length - tail.length)).fill('0'), ...tail]
}
