import { IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import { fillableStorage } from '@tests/support/attacks/fillable-storage'
import { fakeClock } from '@tests/support/server/fake-clock'
import { faultyNetwork } from '@tests/support/offline/faulty-network'
import { createPhone, type Tab } from '@tests/support/offline/offline-phone'
import type { DraftSession } from './draft-session'

async function twoForms({ isStored }: { isStored: boolean }) {
  const network = faultyNetwork(async () => {
    throw new TypeError('Failed to fetch')
  })
  const { factory, setFull } = fillableStorage()
  const phone = createPhone({
    clock: fakeClock(Date.UTC(2026, 5, 15, 10)),
    network,
    database: { indexedDB: factory, IDBKeyRange },
  })
  const first = await phone.openTab().outbox.openDraft('event/new')
  setFull(!isStored)
  await write(first, 'Half')
  setFull(true)
  const tabs = [phone.openTab(), phone.openTab()]
  const [one, two] = await Promise.all(tabs.map(({ outbox }) => outbox.openDraft('event/new')))
  if (one === undefined || two === undefined) throw new Error('Two forms are open')
  expect([one.restored?.content, two.restored?.content]).toEqual(['Half', 'Half'])
  return { phone, setFull, one, two }
}

async function write(form: DraftSession, text: string) {
  form.change(text, undefined, false)
  await form.flush()
}

async function textsIn({ outbox: { drafts } }: Tab) {
  return (await drafts.list('event/new')).map(({ content }) => content).toSorted()
}

async function recovered(tab: Tab) {
  await tab.outbox.drafts.recover()
  return textsIn(tab)
}

describe.each([
  ['that the database has', true],
  ['that was only left behind', false],
])('a draft %s, written on in two tabs of a full device', (_, isStored) => {
  it('is both texts, whoever leaves last, and still is once there is room', async () => {
    const { phone, setFull, one, two } = await twoForms({ isStored })
    await write(one, 'Half here')
    await write(two, 'Half there')
    await write(one, 'Half here and a word')
    two.leave()
    const next = phone.openTab()
    expect(await textsIn(next)).toEqual(['Half here and a word', 'Half there'])
    setFull(false)
    expect(await recovered(next)).toEqual(['Half here and a word', 'Half there'])
  })

  it('keeps the text of the tab that waits when the other has found room', async () => {
    const { phone, setFull, one, two } = await twoForms({ isStored })
    await write(one, 'Half here')
    await write(two, 'Half there')
    setFull(false)
    await write(one, 'Half here and a word')
    expect(await recovered(phone.openTab())).toEqual(['Half here and a word', 'Half there'])
  })

  it('keeps the text of one tab when the person starts over in the other', async () => {
    const { phone, setFull, one, two } = await twoForms({ isStored })
    await write(one, 'Half here')
    await two.discard()
    setFull(false)
    expect(await recovered(phone.openTab())).toEqual(['Half here'])
  })
})
