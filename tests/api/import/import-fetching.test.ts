import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp } from '@tests/support/server/app'
import { byAdmin } from '@tests/support/server/back-office'
import { IMPORT_DEFAULTS, ics, icsEvent, importWorld } from '@tests/support/server/import-world'
import type { ImportWorld } from '@tests/support/server/import-world'

let world: ImportWorld
let respond: (response: ServerResponse, path: string) => void
beforeAll(async () => {
  world = await importWorld()
  world.serve((response, path) => respond(response, path))
})
afterAll(() => world.close())
beforeEach(() => world.empty())

const redirectTo = (location: string) => {
  respond = (response) => response.writeHead(302, { location }).end()
}

describe('fetching a calendar', () => {
  it('reads what an address has, whatever type it claims, and finds its events again', async () => {
    respond = (response, path) =>
      path === '/old'
        ? response.writeHead(301, { location: '/new.ics' }).end()
        : response.writeHead(200, { 'content-type': 'text/html' }).end(ics(icsEvent('1', 'Concert')))
    const url = `${world.origin}/old`
    const { items, name } = await world.preview({ url })
    expect(name).toBe('127.0.0.1')
    await world.run(items, { name, url })
    const again = await world.preview({ url })
    expect(again.items).toMatchObject([{ uid: '1', state: 'unchanged' }])
    // An address is one calendar.
    expect(again.known).toBeUndefined()
  })

  it.each([
    'http://10.0.0.1/calendar.ics',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::ffff:10.0.0.1]/',
    'http://[fd00::1]/',
  ])('does not follow a redirect to %s', async (location) => {
    redirectTo(location)
    expect(await world.preview({ url: `${world.origin}/` })).toEqual({ trouble: 'address_private' })
  })

  it.each(['file:///etc/passwd', 'ftp://example.com/calendar.ics', 'http://user:secret@example.com/'])(
    'does not follow a redirect to %s',
    async (location) => {
      redirectTo(location)
      expect(await world.preview({ url: `${world.origin}/` })).toEqual({ trouble: 'unreachable' })
    },
  )

  it('gives up on redirects that go round', async () => {
    redirectTo('/')
    expect(await world.preview({ url: `${world.origin}/` })).toEqual({ trouble: 'refused' })
  })

  it('reads no more than it may', async () => {
    respond = (response) => {
      response.on('error', () => {})
      response.end('BEGIN:VCALENDAR\n'.padEnd(5 * 1024 * 1024 + 1, 'x'))
    }
    expect(await world.preview({ url: `${world.origin}/` })).toEqual({ trouble: 'too_big' })
  })

  it('says that a page is no calendar, and that an address has none', async () => {
    respond = (response) => response.end('<!doctype html><title>Programme</title>')
    expect(await world.preview({ url: `${world.origin}/` })).toEqual({ trouble: 'not_a_calendar' })
    respond = (response) => response.writeHead(404).end()
    expect(await world.preview({ url: `${world.origin}/` })).toEqual({ trouble: 'refused' })
  })

  it('connects to no address of its own network without being told to', async () => {
    const strict = await buildTestApp()
    try {
      let requests = 0
      respond = (response) => {
        requests += 1
        response.end(ics(icsEvent('1', 'Concert')))
      }
      for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433', '0x7f.1']) {
        const url = `${world.origin.replace('127.0.0.1', host)}/`
        const response = await byAdmin(strict, 'POST', '/imports/preview', {
          source: { url },
          defaults: IMPORT_DEFAULTS,
        })
        expect(response.data, host).toEqual({ trouble: 'address_private' })
      }
      expect(requests).toBe(0)
    } finally {
      await strict.close()
    }
  })
})
