import { expect, it } from 'vitest'
import { networkOf } from './network-of'

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '::ffff:192.0.2.1'],
  ['2001:db8:0:7:1:2:3:4', '2001:db8:0:7'],
  ['2001:DB8::7:0:0:0:1', '2001:db8:0:7'],
  ['2001:0db8:0000:0007::1', '2001:db8:0:7'],
  ['2001:db8::', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('%s is counted for %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})
