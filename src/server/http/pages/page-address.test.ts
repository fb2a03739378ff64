import { describe, expect, it } from 'vitest'
import { pageAddress } from './pages'

const ORIGIN = 'https://guide.example'

describe('the address of a page', () => {
  it.each([
    ['/', `${ORIGIN}/`],
    ['/events/1?page=2', `${ORIGIN}/events/1?page=2`],
    ['/events/../add-event', `${ORIGIN}/add-event`],
    ['/%C3%A1gua', `${ORIGIN}/%C3%A1gua`],
    ['/@user', `${ORIGIN}/@user`],
    ['/events/1%0A', `${ORIGIN}/events/1%0A`],
    ['/events?next=//evil.example', `${ORIGIN}/events?next=//evil.example`],
  ])('%s is joined to our origin', (target, address) => {
    expect(pageAddress(target, ORIGIN)?.href).toBe(address)
  })

  it('keeps the port that the origin names, the usual one too', () => {
    expect(pageAddress('/events', 'http://guide.example:80')?.origin).toBe('http://guide.example')
    expect(pageAddress('/events', 'http://guide.example:8080')?.origin).toBe('http://guide.example:8080')
  })

  it.each([
    '//evil.example/events/1',
    '/\\evil.example',
    '/x/..//evil.example/events/1',
    '/.//evil.example',
    '/%2E%2e/%2F/evil.example',
    '/%2f%2fevil.example',
    '/%5cevil.example',
    '/events/%00',
    '/events/%0d%0aset-cookie:x',
    '/\t/evil.example',
    '//[',
    '@evil.example/',
    ':1@evil.example/',
    'http://evil.example/events',
    '*',
    '',
  ])('%j has none', (target) => {
    expect(pageAddress(target, ORIGIN)).toBeUndefined()
  })
})
