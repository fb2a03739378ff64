import { expect, it } from 'vitest'
import { networkOf } from './network-of'

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['192.0.2.1:5678', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::FFFF:c000:201', '192.0.2.1'],
  ['2001:db8:0:7:1:2:3:4', '2001:db8:0:*'],
  ['2001:DB8::7:0:0:0:1', '2001:db8:0:*'],
  ['2001:0db8:0000:0007::1', '2001:db8:0:*'],
  ['[2001:db8::1]:99', '2001:db8:0:*'],
  ['::1', '0:0:0:*'],
  ['fe80::1%eth0', 'fe80:0:0:*'],
])('%s is counted for %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

it.each(['', 'unknown', '1.2.3', '1.2.3.4:x', '[::1', 'a.b.c.d:80', '1.2.3.4, 5.6.7.8', '::1:99999z'])(
  '%j is no address, and in the one bucket of all such',
  (text) => {
    expect(networkOf(text)).toBe('unknown')
  },
)
