import { describe, expect, it } from 'vitest'
import { isBackOfficeNavigation, isShellNavigation } from './shell-navigation'

const isShell = (path: string) => isShellNavigation(new URL(path, 'https://guide.test'))

describe('the app shell', () => {
  it.each([
    '/',
    '/events',
    '/events?filters=true',
    '/events/6f1c6f0e',
    '/add-event?shared=1',
    '/outbox',
    '/apixel',
    '/language/pt',
  ])('is the response for public pages: %s', (path) => expect(isShell(path)).toBe(true))

  it.each([
    '/api/v1/docs',
    '/api',
    '/photos/0123-full.jpg',
    '/backoffice',
    '/backoffice/login',
    '/docs',
    '/embed',
    '/sitemap.xml',
    '/robots.txt',
    '/poster.pdf',
  ])('is not for what comes from the server: %s', (path) => expect(isShell(path)).toBe(false))
})

const isBackOffice = (path: string) => isBackOfficeNavigation(new URL(path, 'https://guide.test'))

it('is the offline fallback of the back office alone', () => {
  expect([isBackOffice('/backoffice'), isBackOffice('/backoffice/events?status=PUBLISHED')]).toEqual([
    true,
    true,
  ])
  expect([isBackOffice('/backofficer'), isBackOffice('/events')]).toEqual([false, false])
})
