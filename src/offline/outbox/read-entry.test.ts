import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import { fakeClock } from '@tests/support/server/fake-clock'
import { faultyNetwork } from '@tests/support/offline/faulty-network'
import { createPhone } from '@tests/support/offline/offline-phone'
import { OUTBOX_SCHEMA_VERSION } from './entry'
import { installReleasedV1, RELEASED_V1 } from './released-v1.fixture'
import { openOutboxDatabase } from './database'
import { readEntry } from './read-entry'

const NOW = 1_781_520_000_000

async function phoneWithReleasedOutbox() {
  const database = { indexedDB: new IDBFactory(), IDBKeyRange }
  await installReleasedV1(database)
  const bodies: unknown[] = []
  const network = faultyNetwork(async ({ headers, body }) => {
    bodies.push({
      key: headers['idempotency-key'],
      locale: headers['accept-language'],
      ...JSON.parse(body ?? '{}'),
    })
    return Response.json({ data: { id: 'row', title: 't', status: 'ON_REVIEW' } }, { status: 201 })
  })
  const phone = createPhone({ clock: fakeClock(NOW), network, database })
  return { phone, bodies, database }
}

describe('an outbox of a released version', () => {
  it('is read, counted and sent by this version', async () => {
    const { phone, bodies } = await phoneWithReleasedOutbox()
    const tab = phone.openTab()
    expect((await tab.outbox.list()).map(({ id }) => id)).toEqual(
      RELEASED_V1.map(({ id }) => id).toReversed(),
    )
    expect(await tab.outbox.waiting()).toBe(2)
    expect(await tab.outbox.deliver()).toMatchObject({ left: 0 })
    expect(bodies).toEqual([
      { key: RELEASED_V1[0]?.id, locale: 'pt', ...RELEASED_V1[0]?.payload, photo: '/9j/2Q==' },
      { key: RELEASED_V1[1]?.id, locale: 'pt', ...RELEASED_V1[1]?.payload },
    ])
  })

  it('does not change what may already have been sent: its key would no longer fit', () => {
    for (const record of RELEASED_V1) {
      expect(readEntry(record)).toMatchObject({
        id: record.id,
        payload: record.payload,
        schemaVersion: 1,
      })
    }
  })
})

describe('an outbox that newer code has written to', () => {
  it('shows and counts such an entry, and leaves it to that code to send it', async () => {
    const { phone, bodies, database } = await phoneWithReleasedOutbox()
    const raw = openOutboxDatabase(database)
    await raw.entries.clear()
    const newer = { ...RELEASED_V1[0], schemaVersion: OUTBOX_SCHEMA_VERSION + 1 }
    await raw.entries.add(newer)
    expect(readEntry(newer)).toMatchObject({ id: RELEASED_V1[0]?.id, state: 'newer', record: newer })
    const tab = phone.openTab()
    expect(await tab.outbox.deliver()).toMatchObject({ left: 0 })
    expect(await tab.outbox.waiting()).toBe(1)
    expect(await tab.outbox.list()).toMatchObject([{ state: 'newer' }])
    expect(bodies).toEqual([])
  })
})

it.each([
  { attempts: 'three' },
  { createdAt: null },
  { leaseUntil: undefined },
  { editingUntil: 'soon' },
  { lastError: 'boom' },
  { lastError: { code: 'NETWORK', retryAfterMs: 'long' } },
])('what can be reset does not make an entry damaged, and no other unreadable: %o', (broken) => {
  const [released] = RELEASED_V1
  expect(readEntry({ ...released, ...broken })).toMatchObject({
    id: released?.id,
    state: released?.state,
    payload: released?.payload,
  })
})

it('a problem that only another version has a sentence for is one that the person is told of all the same', () => {
  const fields = [
    { path: 'title', code: 'title_too_short' },
    { path: 'price', code: 'price_in_escudos' },
  ]
  const lastError = { code: 'VALIDATION_FAILED', status: 422, fields }
  expect(readEntry({ ...RELEASED_V1[0], state: 'needs-attention', lastError })).toMatchObject({
    state: 'needs-attention',
    lastError: { fields: [{ code: 'title_too_short' }, { path: 'price', code: 'invalid' }] },
  })
})
