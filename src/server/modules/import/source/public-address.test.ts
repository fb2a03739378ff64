import { expect, it } from 'vitest'
import { isPublicAddress } from '@/server/modules/import/preview-import'

it.each(['8.8.8.8', '193.136.0.1', '2a00:1450:4003:80e::200e'])('connects to %s', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

it.each([
  '127.0.0.1',
  '0.0.0.0',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  'fe80::1',
  'fd00::1',
  'ff02::1',
  '2002:7f00:1::',
  '2001:db8::1',
  'localhost',
  '',
])('does not connect to %s', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

it('connects to this machine where that is allowed, and still not to its network', () => {
  expect(isPublicAddress('127.0.0.1', { allowsLoopback: true })).toBe(true)
  expect(isPublicAddress('::1', { allowsLoopback: true })).toBe(true)
  expect(isPublicAddress('10.0.0.1', { allowsLoopback: true })).toBe(false)
})
