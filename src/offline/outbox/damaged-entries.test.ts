import { describe, expect, it } from 'vitest'
import { fakeClock } from '@tests/support/server/fake-clock'
import { faultyNetwork } from '@tests/support/offline/faulty-network'
import { createPhone } from '@tests/support/offline/offline-phone'
import { eventContent, messageContent } from '@tests/support/offline/outbox-contents'
import { openOutboxDatabase } from '@/offline/outbox/database'

const NOW = Date.UTC(2026, 5, 15, 10)

/** A phone whose outbox holds one damaged record, and a good one after it. */
async function phoneWith(damage: object) {
  const titles: unknown[] = []
  const network = faultyNetwork(async ({ body }) => {
    titles.push(JSON.parse(body ?? '{}').title)
    return Response.json({ data: { id: 'row', title: 't', status: 'ON_REVIEW' } }, { status: 201 })
  })
  const phone = createPhone({ clock: fakeClock(NOW), network })
  const raw = openOutboxDatabase(phone.database)
  const good = {
    ...eventContent('Before'),
    id: 'damaged',
    seq: 1,
    schemaVersion: 1,
    owner: null,
    state: 'queued',
    attempts: 0,
    nextAttemptAt: 0,
    leaseUntil: 0,
    createdAt: NOW,
  }
  const record: Record<string, unknown> = { ...good, ...damage }
  for (const [name, value] of Object.entries(record)) if (value === undefined) delete record[name]
  await raw.entries.put(record)
  raw.close()
  return { phone, titles }
}

describe('a damaged record of the outbox', () => {
  it.each([
    ['an unknown kind', { kind: 'sendPostcard' }],
    ['a photo without bytes', { photo: { type: 'image/jpeg', name: 'a.jpg' } }],
    ['no payload', { payload: null }],
    ['half a payload', { payload: { title: 'Half' } }],
    ['no place in the order', { seq: undefined }],
    ['a place in the order that is no number', { seq: 'first' }],
    ['an unknown state', { state: 'lost' }],
    ['no state', { state: undefined }],
    ['no version', { schemaVersion: undefined }],
  ])('with %s is shown as damaged and counted; the next entry is sent', async (_, damage) => {
    const { phone, titles } = await phoneWith(damage)
    const tab = phone.openTab()
    const { id } = await tab.outbox.enqueue(eventContent('After'))
    await tab.outbox.deliver()
    expect(titles).toEqual(['After'])
    expect(await tab.outbox.get(id)).toMatchObject({ state: 'sent' })
    expect((await tab.outbox.list()).map((entry) => [entry.id, entry.state])).toContainEqual([
      'damaged',
      'damaged',
    ])
    expect(await tab.outbox.waiting()).toBe(1)
    expect(await tab.outbox.deliver()).toEqual({ left: 0, nextAttemptInMs: undefined, unreached: 0 })
  })

  it('can be discarded', async () => {
    const { phone } = await phoneWith({ payload: null })
    const tab = phone.openTab()
    await tab.outbox.discard('damaged')
    expect(await tab.outbox.list()).toEqual([])
    expect(await tab.outbox.waiting()).toBe(0)
  })

  it('is not sent, retried or changed by whatever the person presses', async () => {
    const { phone, titles } = await phoneWith({ payload: null })
    const tab = phone.openTab()
    await tab.outbox.sendNow()
    await tab.outbox.sendNow('damaged')
    await expect(tab.outbox.replace('damaged', messageContent())).rejects.toThrow()
    expect(titles).toEqual([])
    expect(await tab.outbox.waiting()).toBe(1)
  })
})
