import { describe, expect, it } from 'vitest'
import { isBackOfficeNavigation, isShellNavigation } from './shell-navigation'

const to = (path: string) => isShellNavigation(new URL(path, 'https://guide.test'))

describe('the shell answers', () => {
  it.each([
    '/',
    '/events',
    '/events?filters=true',
    '/events/6f1c6f0e',
    '/add-event?shared=1',
    '/outbox',
    '/apixel',
  ])('public pages: %s', (path) => expect(to(path)).toBe(true))

  it.each([
    '/api/v1/docs',
    '/api',
    '/photos/0123-full.jpg',
    '/backoffice',
    '/backoffice/login',
    '/docs',
    '/sitemap.xml',
    '/robots.txt',
    '/poster.pdf',
  ])('never what the server itself answers: %s', (path) => expect(to(path)).toBe(false))
})

const answers = (path: string) => isBackOfficeNavigation(new URL(path, 'https://guide.test'))

it('stands in for the back office alone, when there is no network', () => {
  expect([answers('/backoffice'), answers('/backoffice/events?status=PUBLISHED')]).toEqual([true, true])
  expect([answers('/backofficer'), answers('/events')]).toEqual([false, false])
})
