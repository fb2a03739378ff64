import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import type { ImportReading, ImportRow, ImportSource } from '@/contract/back-office/import'
import type { ImportError } from '@/domain/staff/import'
import { events, importSources, jobs } from '@/server/platform/database/schema'
import { buildTestApp, TEST_NOW, type TestApp } from './app'
import { byAdmin } from './back-office'

export const IMPORT_DEFAULTS = {
  location_name: 'Ericeira',
  latitude: 38.9631,
  longitude: -9.417,
  tag_keys: ['music'],
  email: '',
}

/** An event of a calendar, on the evening of 1 July 2026; `more` are lines of it. */
export const icsEvent = (uid: string, title: string, more = '') =>
  `BEGIN:VEVENT\nUID:${uid}\nSUMMARY:${title}\nDESCRIPTION:An evening at the sea.\nDTSTART:20260701T200000Z\nDTEND:20260701T220000Z\nLOCATION:Praia do Sul\n${more}END:VEVENT\n`
export const ics = (...all: string[]) => `BEGIN:VCALENDAR\nVERSION:2.0\n${all.join('')}END:VCALENDAR\n`
export const icsFile = (content: string | Uint8Array, name = 'club.ics') => ({
  name,
  file: Buffer.from(content).toString('base64'),
})

type Respond = (response: ServerResponse, path: string) => void
type Previewed = ImportReading & { trouble?: ImportError }

/** The server, and a calendar in the network that it may import from. */
export interface ImportWorld {
  test: TestApp
  /** The origin of the calendar's address. */
  origin: string
  /** The calendar answers like this from now on. */
  serve(respond: Respond): void
  preview(source: object, more?: object): Promise<Previewed>
  /** Imports rows of a reading, those that are ticked unless others are named. */
  run(reading: ImportReading, source?: object, more?: object): ReturnType<typeof byAdmin>
  /** Previews and imports what is ticked, of a file or for a source that is known. */
  importText(text: string, id?: string): ReturnType<typeof byAdmin>
  sources(): Promise<ImportSource[]>
  stored(): Promise<(typeof events.$inferSelect)[]>
  /** The next night, and what it reads. */
  night(): Promise<void>
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
    return response.data as Previewed
  }
  const run: ImportWorld['run'] = ({ name, file, source_id: id, items }, source = {}, more = {}) =>
    byAdmin(test, 'POST', '/imports', {
      source: { id, name, file, ...source },
      defaults: IMPORT_DEFAULTS,
      uids: tickedOf(items),
      ...more,
    })
  return {
    test,
    origin: `http://127.0.0.1:${(calendar.address() as AddressInfo).port}`,
    serve: (next) => {
      respond = next
    },
    preview,
    run,
    importText: async (text, id) => run(await preview({ ...icsFile(text), ...(id !== undefined && { id }) })),
    async sources() {
      return ((await byAdmin(test, 'GET', '/imports')).data as { items: ImportSource[] }).items
    },
    stored: () => test.db.select().from(events),
    async night() {
      test.clock.advance({ days: 1 })
      await test.maintenance.run()
      await test.jobs.runDue()
    },
    async empty() {
      await test.removeEvents()
      await test.db.delete(importSources)
      await test.db.delete(jobs)
      test.clock.set(TEST_NOW)
    },
    async close() {
      calendar.closeAllConnections()
      calendar.close()
      await test.close()
    },
  }
}

export function tickedOf(items: readonly ImportRow[]): string[] {
  return items.filter((row) => row.is_ticked).map(({ uid }) => uid)
}

export function statesOf({ items }: ImportReading): string[] {
  return items.map(({ state }) => state)
}
