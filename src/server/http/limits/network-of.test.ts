import { expect, it } from 'vitest'
import { networkOf, networksOf, readAddress } from './network-of'

it.each([
  ['192.0.2.1', ['192.0.2.1', '192.0.2.*']],
  ['::ffff:192.0.2.1', ['192.0.2.1', '192.0.2.*']],
  ['::ffff:c000:201', ['192.0.2.1', '192.0.2.*']],
  ['2001:db8:0:7:1:2:3:4', ['2001:db8:0:7:*', '2001:db8:0:*', '2001:db8:*']],
  ['2001:DB8::7:0:0:0:1', ['2001:db8:0:7:*', '2001:db8:0:*', '2001:db8:*']],
  ['2001:0db8:0000:0007::1', ['2001:db8:0:7:*', '2001:db8:0:*', '2001:db8:*']],
  ['2001:db8::', ['2001:db8:0:0:*', '2001:db8:0:*', '2001:db8:*']],
  ['::1', ['0:0:0:0:*', '0:0:0:*', '0:0:*']],
  ['fe80::1%eth0', ['fe80:0:0:0:*', 'fe80:0:0:*', 'fe80:0:*']],
])('%s is counted for %s', (address, networks) => {
  expect(networksOf(address)).toEqual(networks)
})

it.each([
  ['1.2.3.4:5678', '1.2.3.4'],
  ['[2001:db8::1]:99', '2001:db8::1'],
  ['[::1]', '::1'],
  ['::FFFF:1.2.3.4', '1.2.3.4'],
])('%s is the address %s', (text, address) => {
  expect(readAddress(text)).toBe(address)
})

it.each(['', 'unknown', '1.2.3', '1.2.3.4:x', '[::1', 'a.b.c.d:80', '1.2.3.4, 5.6.7.8', '::1:99999z'])(
  '%j is no address, and in the one bucket of all such',
  (text) => {
    expect(readAddress(text)).toBeUndefined()
    expect(networkOf(text)).toBe('unknown')
  },
)

it('who has hung up has no address any more, and is in the bucket of those without', () => {
  expect(networkOf(undefined)).toBe('unknown')
})
