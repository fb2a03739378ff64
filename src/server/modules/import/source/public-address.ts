import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Whether an IP address belongs to the public Internet, so that our server may connect to it for somebody. */
export function isPublicAddress(
  address: string,
  { allowsLoopback = false }: { allowsLoopback?: boolean } = {},
): boolean {
  // The library also reads what no browser would take for an address, such as 127.1.
  if (isIP(address) === 0) return false
  // An IPv6 address that carries one of IPv4 is none of them.
  const range = ipaddr.parse(address).range()
  return range === 'unicast' || (allowsLoopback && range === 'loopback')
}
