import { render } from '@testing-library/react'
import { inRouter } from '@tests/support/in-router'
import { QueryProvider } from '@tests/support/query-provider'
import { vi } from 'vitest'
import type { ImportPreview, ImportRow } from '@/contract/back-office/import'
import * as m from '@/messages/compiled/messages.js'
import { ImportPreviewStep } from './import-preview-step'

export const row = (uid: string, changes: Partial<ImportRow> = {}): ImportRow => ({
  uid,
  title: `Event ${uid}`,
  digest: uid.padEnd(64, '0'),
  state: 'new',
  has_place: true,
  problems: [],
  notes: [],
  event: {
    title: `Event ${uid}`,
    description: 'An evening at the sea.',
    location_name: 'Praia do Sul',
    latitude: 38.9583,
    longitude: -9.4166,
    tag_keys: ['music'],
    timetable: {
      list: [{ start_time: '2026-07-01 21:00:00', end_time: '2026-07-01 23:00:00', is_all_day: false }],
    },
  },
  ...changes,
})
export const unreadable: ImportRow = {
  uid: '9',
  title: 'No date',
  digest: '',
  state: 'invalid',
  has_place: false,
  problems: [],
  notes: [],
  obstacle: 'start_missing',
}

export const preview = (changes: Partial<ImportPreview> = {}): ImportPreview => ({
  name: 'Surf Club',
  format: 'ics',
  items: [
    row('1'),
    row('2', { state: 'changed', status: 'PUBLISHED', notes: ['place_unknown'] }),
    unreadable,
  ],
  past: 3,
  unchanged: 0,
  left_out: 0,
  gone: [],
  ...changes,
})

export async function show(shown: ImportPreview) {
  const onDone = vi.fn<(outcome: object) => void>()
  const request = {
    source: { url: 'https://example.com/club.ics' },
    defaults: {
      location_name: 'Ericeira',
      latitude: 38.96,
      longitude: -9.41,
      tag_keys: ['music'],
      email: '',
    },
  }
  const step = (
    <>
      <h1 tabIndex={-1}>{m.import_title()}</h1>
      <ImportPreviewStep
        request={request}
        preview={shown}
        isPreviewing={false}
        onPreview={() => undefined}
        onBack={() => undefined}
        onDone={onDone}
      />
    </>
  )
  render(await inRouter(step), { wrapper: QueryProvider })
  return onDone
}

interface Sent {
  items?: { uid: string; event?: object }[]
  cancelled?: string[]
}

/** The server’s responses to imports; gives what was sent. */
export function respondWith(...responses: (() => Response)[]) {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    // The page may still send something of an earlier file.
    if (!url.includes('/backoffice/')) throw new TypeError('Failed to fetch')
    sent.push(JSON.parse(String(init.body)) as Sent)
    return responses[sent.length - 1]?.() ?? Response.json({ data: {} })
  })
  return sent
}
export const imported = (created: number) => () =>
  Response.json({
    data: {
      created,
      updated: 0,
      unchanged: 0,
      called_off: 0,
      failed: [],
      changed_meanwhile: [],
      created_ids: [],
    },
  })

export const refused = () =>
  Response.json({ error: { code: 'UNAVAILABLE', message: 'Later.' } }, { status: 503 })
