import { expect, test } from 'vitest'
import { fakeClock } from '@tests/support/server/fake-clock'
import { faultyNetwork } from '@tests/support/offline/faulty-network'
import { createPhone, memoryStorage } from '@tests/support/offline/offline-phone'
import { eventContent } from '@tests/support/offline/outbox-contents'
import { draftContent } from './draft'
import { migrateReleasedDraft, readDraftContent } from './read-draft'
import { emptyValues } from '../form-values'

const values = { ...emptyValues(), title: 'Half a title' }
const TOKEN = '6f1c6f0e-3f0b-4a53-9d11-0d7a3f1f0a01'

function setUp(text: string, name = 'event-draft:new') {
  const network = faultyNetwork(async () => Response.json({ data: { id: 'row' } }, { status: 201 }))
  network.setOffline(true)
  const { outbox } = createPhone({ clock: fakeClock(0), network }).openTab({ kind: 'worker' })
  const storage = memoryStorage()
  storage.setItem(name, text)
  return { outbox, storage }
}

const released = (more = {}) => JSON.stringify({ values, hadPhoto: true, openedAt: 1000, ...more })

test('migrates the draft of the released version to the database, once', async () => {
  const { outbox, storage } = setUp(released())
  await migrateReleasedDraft(storage, 'event/new', outbox.drafts)
  await migrateReleasedDraft(storage, 'event/new', outbox.drafts)
  expect(storage.values.size).toBe(0)
  const [draft] = await outbox.drafts.list('event/new')
  expect(readDraftContent(draft?.content)?.values).toEqual(values)
  expect(draft?.hadPhoto).toBe(true)
})

test('finds the changes to an entry under the name they had', async () => {
  const { outbox, storage } = setUp(released(), `event-draft:${TOKEN}`)
  await migrateReleasedDraft(storage, `edit/${TOKEN}`, outbox.drafts)
  expect(await outbox.drafts.list(`edit/${TOKEN}`)).toHaveLength(1)
  expect(await outbox.drafts.list('event/new')).toEqual([])
})

test('continues an interrupted migration', async () => {
  const { outbox, storage } = setUp(released())
  await migrateReleasedDraft(
    // The page died before it could remove it.
    {
      ...storage,
      getItem: storage.getItem,
      removeItem: () => undefined,
    },
    'event/new',
    outbox.drafts,
  )
  await migrateReleasedDraft(storage, 'event/new', outbox.drafts)
  expect(await outbox.drafts.list('event/new')).toHaveLength(1)
  expect(storage.values.size).toBe(0)
})

test('does not bring back what was submitted before the migration was finished', async () => {
  const { outbox, storage } = setUp(released({ token: TOKEN }))
  await outbox.enqueue(eventContent(), undefined, {
    dropsDraft: { key: { slot: 'event/new', token: TOKEN }, revision: 1 },
  })
  await migrateReleasedDraft(storage, 'event/new', outbox.drafts)
  expect(await outbox.drafts.list('event/new')).toEqual([])
  expect(storage.values.size).toBe(0)
})

test.each(['{', 'null', '{"values":{"title":"from another version"},"hadPhoto":false,"openedAt":1}'])(
  'drops what cannot be read: %s',
  async (text) => {
    const { outbox, storage } = setUp(text)
    await migrateReleasedDraft(storage, 'event/new', outbox.drafts)
    expect(await outbox.drafts.list('event/new')).toEqual([])
  },
)

test('leaves the released draft where it is when the database is refused', async () => {
  const { outbox, storage } = setUp(released())
  outbox.close()
  await expect(migrateReleasedDraft(storage, 'event/new', outbox.drafts)).rejects.toThrow()
  expect(storage.values.size).toBe(1)
})

test.each([
  ['0', 'unsaid', ''],
  ['', 'unsaid', ''],
  ['7,50', 'amount', '7,50'],
])('reads the price %o of an older draft as %s', (price, priceKind, kept) => {
  const { priceKind: _, ...older } = { ...values, price }
  expect(readDraftContent({ values: older })?.values).toEqual({ ...values, priceKind, price: kept })
})

test('reads what it has written, and nothing of another shape', () => {
  expect(readDraftContent(draftContent(values))).toEqual({ values })
  const origin = { kind: 'earlier-event', title: 'Fado' } as const
  expect(readDraftContent(draftContent(values, { origin, context: { revision: 3 } }))).toEqual({
    values,
    origin,
    context: { revision: 3 },
  })
  expect(readDraftContent({ values: { title: 'x' } })).toBeUndefined()
  expect(readDraftContent(undefined)).toBeUndefined()
})
