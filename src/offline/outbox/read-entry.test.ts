import { expect, it } from 'vitest'
import { fakeClock } from '@tests/support/server/fake-clock'
import { faultyNetwork } from '@tests/support/offline/faulty-network'
import { createPhone } from '@tests/support/offline/offline-phone'
import { messageContent } from '@tests/support/offline/outbox-contents'
import { OUTBOX_SCHEMA_VERSION } from './entry'
import { openOutboxDatabase } from '@/offline/outbox/database'
import { readEntry } from './read-entry'

const NOW = 1_781_520_000_000
const ENTRY = {
  ...messageContent(),
  id: '6f1c6f0e-3f0b-4a53-9d11-0d7a3f1f0a01',
  seq: 1,
  schemaVersion: OUTBOX_SCHEMA_VERSION,
  owner: null,
  state: 'queued',
  attempts: 2,
  nextAttemptAt: 0,
  leaseUntil: 0,
  createdAt: NOW,
}

it('an entry that newer code has written is shown and counted, and left to that code to send it', async () => {
  const network = faultyNetwork(async () => Response.json({ data: { id: 'row' } }, { status: 201 }))
  const phone = createPhone({ clock: fakeClock(NOW), network })
  const raw = openOutboxDatabase(phone.database)
  const newer = { ...ENTRY, schemaVersion: OUTBOX_SCHEMA_VERSION + 1 }
  await raw.entries.add(newer)
  raw.close()
  expect(readEntry(newer)).toMatchObject({ id: ENTRY.id, state: 'newer', record: newer })
  const { outbox } = phone.openTab()
  expect(await outbox.deliver()).toMatchObject({ left: 0 })
  expect(await outbox.waiting()).toBe(1)
  expect(await outbox.list()).toMatchObject([{ state: 'newer' }])
  expect(network.log).toEqual([])
})

it.each([
  { attempts: 'three' },
  { createdAt: null },
  { leaseUntil: undefined },
  { editingUntil: 'soon' },
  { lastError: 'boom' },
  { lastError: { code: 'NETWORK', retryAfterMs: 'long' } },
])('what can be reset does not make an entry damaged, and no other unreadable: %o', (broken) => {
  expect(readEntry({ ...ENTRY, ...broken })).toMatchObject({
    id: ENTRY.id,
    state: ENTRY.state,
    payload: ENTRY.payload,
  })
})

it('a problem that only another version has a sentence for is one that the person is told of all the same', () => {
  const fields = [
    { path: 'title', code: 'title_too_short' },
    { path: 'price', code: 'price_in_escudos' },
  ]
  const lastError = { code: 'VALIDATION_FAILED', status: 422, fields }
  expect(readEntry({ ...ENTRY, state: 'needs-attention', lastError })).toMatchObject({
    state: 'needs-attention',
    lastError: { fields: [{ code: 'title_too_short' }, { path: 'price', code: 'invalid' }] },
  })
})
