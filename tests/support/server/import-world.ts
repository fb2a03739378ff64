import { createServer } from 'node:http'
import type { Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import type { ImportPreview } from '@/contract/back-office/import'
import { events, importSources } from '@/server/platform/database/schema'
import { buildTestApp } from './app'
import type { TestApp } from './app'
import { byAdmin } from './back-office'

export const IMPORT_DEFAULTS = {
  location_name: 'Ericeira',
  latitude: 38.9631,
  longitude: -9.417,
  tag_keys: ['music'],
  email: '',
}

/** An event of a calendar, `more` are lines of it. */
export const icsEvent = (uid: string, title: string, more = '') =>
  `BEGIN:VEVENT\nUID:${uid}\nSUMMARY:${title}\nDESCRIPTION:An evening at the sea.\nDTSTART:20260701T200000Z\nDTEND:20260701T220000Z\nLOCATION:Praia do Sul\n${more}END:VEVENT\n`
export const ics = (...all: string[]) => `BEGIN:VCALENDAR\nVERSION:2.0\n${all.join('')}END:VCALENDAR\n`
export const icsFile = (text: string, name = 'club.ics') => ({
  name,
  file: Buffer.from(text).toString('base64'),
})

type Respond = (response: ServerResponse, path: string) => void

/** The server, and a calendar in the network that it may import from. */
export interface ImportWorld {
  test: TestApp
  /** The origin of the calendar's address. */
  origin: string
  /** The calendar answers like this from now on. */
  serve(respond: Respond): void
  preview(source: object, more?: object): Promise<ImportPreview & { trouble?: string }>
  run(
    items: ImportPreview['items'],
    source?: object,
    more?: object,
    cancelled?: readonly string[],
  ): ReturnType<typeof byAdmin>
  /** Previews a file and imports all of it. */
  importText(text: string): ReturnType<typeof byAdmin>
  stored(): Promise<(typeof events.$inferSelect)[]>
  /** Forgets all events and calendars. */
  empty(): Promise<void>
  close(): Promise<void>
}

export async function importWorld(): Promise<ImportWorld> {
  let respond: Respond | undefined
  const calendar: Server = createServer((request, response) => respond?.(response, request.url ?? ''))
  await new Promise<void>((resolve) => {
    calendar.listen(0, '127.0.0.1', resolve)
  })
  const test = await buildTestApp({ config: { importLoopback: true } })

  const preview: ImportWorld['preview'] = async (source, more = {}) => {
    const body = { source, defaults: IMPORT_DEFAULTS, ...more }
    const response = await byAdmin(test, 'POST', '/imports/preview', body)
    expect(response.status, response.text).toBe(200)
    return response.data as ImportPreview & { trouble?: string }
  }
  const run: ImportWorld['run'] = (items, source = {}, more = {}, cancelled) =>
    byAdmin(test, 'POST', '/imports', {
      source: { name: 'club.ics', format: 'ics', defaults: IMPORT_DEFAULTS, ...source },
      items: items.flatMap(({ uid, digest, has_place, event, revision }) =>
        event ? [{ uid, digest, has_place, event, ...(revision && { revision }), ...more }] : [],
      ),
      ...(cancelled && { cancelled }),
    })
  return {
    test,
    origin: `http://127.0.0.1:${(calendar.address() as AddressInfo).port}`,
    serve: (next) => {
      respond = next
    },
    preview,
    run,
    async importText(text) {
      const { items } = await preview(icsFile(text))
      return run(items)
    },
    stored: () => test.db.select().from(events),
    async empty() {
      await test.removeEvents()
      await test.db.delete(importSources)
    },
    async close() {
      calendar.closeAllConnections()
      calendar.close()
      await test.close()
    },
  }
}
