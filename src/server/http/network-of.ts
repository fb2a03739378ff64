import { isIPv6 } from 'node:net'

const GROUPS = 8
/** Of a /64: one connection owns all of it. */
const NETWORK_GROUPS = 4

/** Whom to count a request for: an IPv4 address, or the /64 of an IPv6 one, as the rate limiter does. */
export function networkOf(address: string): string {
  // `::ffff:192.0.2.1` is an IPv4 address.
  if (!isIPv6(address) || address.includes('.')) return address
  const [head = [], tail = []] = address.replace(/%.*/, '').split('::').map(groupsOf)
  const all = [...head, ...Array<string>(GROUPS - head.length - tail.length).fill('0'), ...tail]
  return all
    .slice(0, NETWORK_GROUPS)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

function groupsOf(text: string): string[] {
  return text.split(':').filter((group) => group !== '')
}
