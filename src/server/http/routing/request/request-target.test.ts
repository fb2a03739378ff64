import { expect, it } from 'vitest'
import { pathOfTarget } from '@/server/app'

it.each([
  ['/events?page=2', '/events?page=2'],
  ['//evil.example/events', '//evil.example/events'],
  ['http://evil.example/events?page=2', '/events?page=2'],
  ['HTTPS://user@evil.example:1/events', '/events'],
  ['http://evil.example', '/'],
  ['http://evil.example?x=1', '/?x=1'],
  ['ftp://evil.example/x', '/x'],
  ['*', '*'],
  ['/places/caf%C3?x=%', '/not-found'],
  ['http://evil.example/%', '/not-found'],
  ['/places/caf%C3%A9?x=%', '/places/caf%C3%A9?x=%'],
  ['/api/v1/events/%zz', '/api/v1/events/%zz'],
])('of %s is %s', (target, path) => {
  expect(pathOfTarget(target)).toBe(path)
})
