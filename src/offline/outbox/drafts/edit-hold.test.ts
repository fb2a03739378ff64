import { describe, expect, it } from 'vitest'
import { fakeClock } from '@tests/support/server/fake-clock'
import { faultyNetwork } from '@tests/support/offline/faulty-network'
import { createPhone } from '@tests/support/offline/offline-phone'
import { eventContent } from '@tests/support/offline/outbox-contents'
import { openOutboxDatabase } from '@/offline/outbox/database'
import { OutboxBusy, OutboxGone, replacing } from './edit-entry'
import { EDIT_LEASE_MS } from '../entry-state'

const FULL = { tags: ['full'] }

const MINUTE = 60_000

/** A phone with one event that was written without a network. */
async function setUp({ hasWebLocks = true } = {}) {
  const clock = fakeClock(Date.UTC(2026, 5, 15, 10))
  const titles: string[] = []
  const network = faultyNetwork(async ({ body }) => {
    titles.push((JSON.parse(body ?? '{}') as { title: string }).title)
    return Response.json({ data: { id: 'row', title: 't', status: 'ON_REVIEW' } }, { status: 201 })
  })
  const phone = createPhone({ clock, network, hasWebLocks })
  const tab = phone.openTab()
  network.setOffline(true)
  const { id } = await tab.outbox.enqueue(eventContent('Old'))
  await tab.outbox.deliver()
  const online = () => {
    network.setOffline(false)
    return phone.openTab({ kind: 'worker' }).outbox.deliver({ networkIsBack: true })
  }
  return { clock, network, phone, tab, id, titles, online }
}

describe('an entry that is open in an editor', () => {
  it('is not sent when the network returns; the correction is', async () => {
    const { tab, id, titles, online } = await setUp()
    await tab.outbox.holdForEditing(id)
    expect(await online()).toMatchObject({ left: 1 })
    expect(titles).toEqual([])
    await tab.outbox.replace(id, eventContent('New'))
    await tab.outbox.deliver()
    expect(titles).toEqual(['New'])
  })

  it('is sent as it was when the editor is left', FULL, async () => {
    const { tab, id, titles, online } = await setUp()
    const hold = await tab.outbox.holdForEditing(id)
    await online()
    await hold.release()
    await tab.outbox.deliver()
    expect(titles).toEqual(['Old'])
  })

  it('stays held as long as the editor is open, however long that is', FULL, async () => {
    const { clock, tab, id, titles, online } = await setUp()
    const hold = await tab.outbox.holdForEditing(id)
    for (let ms = 0; ms < 4 * EDIT_LEASE_MS; ms += MINUTE) {
      clock.advance(MINUTE)
      // The write that the timer started is stored before time goes on.
      await hold.renew()
    }
    await online()
    expect(titles).toEqual([])
  })

  it('is free as soon as its page has gone, whatever became of it', FULL, async () => {
    const { phone, tab, id, titles, online } = await setUp()
    await tab.outbox.holdForEditing(id)
    const other = phone.openTab()
    await other.outbox.deliver()
    expect(await other.outbox.get(id), 'still open').toHaveProperty('editingUntil')
    tab.kill()
    await other.outbox.deliver()
    expect(await other.outbox.get(id)).not.toHaveProperty('editingUntil')
    await online()
    expect(titles).toEqual(['Old'])
  })

  it('is free only when the last of its editors has gone', FULL, async () => {
    const { phone, tab, id } = await setUp()
    const others = [phone.openTab(), phone.openTab()] as const
    await tab.outbox.holdForEditing(id)
    await others[0].outbox.holdForEditing(id)
    tab.kill()
    await others[1].outbox.deliver()
    expect(await others[1].outbox.get(id)).toHaveProperty('editingUntil')
    others[0].kill()
    await others[1].outbox.deliver()
    expect(await others[1].outbox.get(id)).not.toHaveProperty('editingUntil')
  })

  it('stays held when one of its two editors is closed', FULL, async () => {
    const { phone, tab, id, titles, online } = await setUp()
    const other = phone.openTab()
    const holds = [await tab.outbox.holdForEditing(id), await other.outbox.holdForEditing(id)] as const
    await holds[0].release()
    await online()
    expect(titles).toEqual([])
    await holds[1].release()
    await online()
    expect(titles).toEqual(['Old'])
  })

  it('says no more that it is open when it needs attention and its page has gone', FULL, async () => {
    const { phone, tab, id } = await setUp()
    const raw = openOutboxDatabase(phone.database)
    await tab.outbox.holdForEditing(id)
    await raw.entries.update(id, { state: 'needs-attention' })
    tab.kill()
    const other = phone.openTab()
    await other.outbox.deliver()
    const entry = await other.outbox.get(id)
    expect(entry).toMatchObject({ state: 'needs-attention' })
    expect(entry).not.toHaveProperty('editingUntil')
    raw.close()
  })

  it('waits for its lease where the browser has no Web Locks', FULL, async () => {
    const { clock, tab, id, titles, online } = await setUp({ hasWebLocks: false })
    await tab.outbox.holdForEditing(id)
    tab.kill()
    await online()
    expect(titles).toEqual([])
    clock.advance(EDIT_LEASE_MS)
    await online()
    expect(titles).toEqual(['Old'])
  })

  it('is not blocked by a clock that was set back', FULL, async () => {
    const { clock, tab, id, titles, online } = await setUp()
    await tab.outbox.holdForEditing(id)
    tab.kill()
    clock.jump(-365 * 24 * 60 * MINUTE)
    await online()
    expect(titles).toEqual(['Old'])
  })

  it('is sent all the same when the person presses Send now', FULL, async () => {
    const { network, tab, id, titles } = await setUp()
    await tab.outbox.holdForEditing(id)
    network.setOffline(false)
    await tab.outbox.sendNow(id)
    expect(titles).toEqual(['Old'])
  })

  it('that was sent meanwhile says so, and the new text can go as another event', FULL, async () => {
    const { clock, phone, tab, id, titles, online } = await setUp()
    const form = await tab.outbox.openDraft(`edit/${id}`)
    const { entry } = await tab.outbox.holdForEditing(id)
    // The page was frozen: its timers did not run.
    clock.jump(EDIT_LEASE_MS)
    await online()
    expect(titles).toEqual(['Old'])
    form.change('New', undefined, false)
    await expect(form.submit(eventContent('New'), undefined, { replaces: replacing(entry) })).rejects.toThrow(
      OutboxGone,
    )
    tab.kill()
    const again = await phone.openTab().outbox.openDraft(`edit/${id}`)
    expect(again.restored?.content).toBe('New')
    await again.submit(eventContent('New'), undefined)
    await online()
    expect(titles).toEqual(['Old', 'New'])
  })

  it('cannot be opened while it is being sent, nor afterwards', FULL, async () => {
    const { network, tab, id, online } = await setUp()
    network.next('late')
    const delivered = online()
    await network.whenHanging()
    await expect(tab.outbox.holdForEditing(id)).rejects.toThrow(OutboxBusy)
    network.release()
    await delivered
    await expect(tab.outbox.holdForEditing(id)).rejects.toThrow(OutboxGone)
    await expect(tab.outbox.holdForEditing('unknown')).rejects.toThrow(OutboxGone)
  })
})

describe('a form that is opened as soon as it was closed', () => {
  it('begins with the last text, also when a write of an earlier one is under way', FULL, async () => {
    const { tab } = await setUp()
    const form = await tab.outbox.openDraft('event/new')
    form.change('First', undefined, false)
    void form.flush()
    form.change('Last', undefined, false)
    form.close()
    const again = await tab.outbox.openDraft('event/new')
    expect(again.restored?.content).toBe('Last')
  })
})
