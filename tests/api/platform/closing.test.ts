import { afterEach, expect, it } from 'vitest'
import {
  IMPORT_DEFAULTS,
  ics,
  icsEvent,
  importWorld,
  type ImportWorld,
} from '@tests/support/server/import-world'
import { jobs } from '@/server/platform/database/schema'

let world: ImportWorld
afterEach(() => world.close())

/** Resolves when the calendar was asked; it never says a word. */
function silentCalendar(): Promise<void> {
  return new Promise((resolve) => world.serve(() => resolve()))
}

/** A preview by a real connection, which a stop waits for. */
async function previewOf(address: string, url: string): Promise<Response> {
  return fetch(`${address}/api/v1/backoffice/imports/preview`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await world.test.admin()}` },
    body: JSON.stringify({ source: { url }, defaults: IMPORT_DEFAULTS }),
  })
}

it('a stop waits for no preview of a calendar that is silent', async () => {
  world = await importWorld()
  const address = await world.test.app.listen({ port: 0, host: '127.0.0.1' })
  const requested = silentCalendar()
  const preview = previewOf(address, `${world.origin}/club.ics`)
  await requested
  await world.test.app.close()
  const response = await preview
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('5')
})

it('a stop waits for no nightly reading, notes nothing of its calendar, and leaves it for the next start', async () => {
  world = await importWorld()
  world.serve((response) => response.end(ics(icsEvent('1', 'Concert'))))
  const url = `${world.origin}/club.ics`
  await world.run(await world.preview({ url }), { url }, { is_nightly: true })
  await world.test.db.delete(jobs)
  world.test.clock.advance({ days: 1 })
  await world.test.maintenance.run()

  const requested = silentCalendar()
  world.test.jobs.start()
  await requested
  await world.test.app.close()
  const readings = (await world.test.db.select().from(jobs)).filter(({ kind }) => kind === 'reading')
  expect(readings).toMatchObject([{ doneAt: null, attempts: 0, lastError: null }])
})
