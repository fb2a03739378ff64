import { IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it, vi } from 'vitest'
import { fillableStorage } from '@tests/support/attacks/fillable-storage'
import { fakeClock } from '@tests/support/server/fake-clock'
import { faultyNetwork } from '@tests/support/offline/faulty-network'
import { createPhone, type Tab } from '@tests/support/offline/offline-phone'
import { messageContent, photoOf } from '@tests/support/offline/outbox-contents'
import { subscribeLive } from '@/offline/outbox/entry-store'
import { type DraftSession, type DraftSessionDeps, openDraftSession } from './draft-session'
import { UNWRITTEN_DRAFT_PREFIX } from './drafts'

function setUp() {
  const clock = fakeClock(Date.UTC(2026, 5, 15, 10))
  const network = faultyNetwork(async () => {
    throw new TypeError('Failed to fetch')
  })
  return { clock, phone: createPhone({ clock, network }) }
}

const offered = async (tab: Tab) => (await tab.outbox.openDraft('event/new')).restored?.content
const leftIn = ({ storage }: { storage: { values: Map<string, string> } }) =>
  [...storage.values.keys()].filter((key) => key.startsWith(UNWRITTEN_DRAFT_PREFIX))

async function recovered({ outbox: { drafts } }: Tab) {
  await drafts.recover()
  return drafts.list('event/new')
}

const leave = (form: DraftSession, tab: Tab) => {
  form.leave()
  tab.kill()
}

describe('a draft of a page that ends before its database has it', () => {
  it('is offered in the next tab, with the photo that was stored', async () => {
    const { clock, phone } = setUp()
    const tab = phone.openTab()
    const form = await tab.outbox.openDraft('event/new')
    const photo = photoOf(new Uint8Array([1, 2, 3]))
    form.change('Half', photo, false)
    clock.advance(400)
    await form.flush()
    form.change('Half and a word', photo, false)
    leave(form, tab)
    const { restored } = await phone.openTab().outbox.openDraft('event/new')
    expect(restored?.content).toBe('Half and a word')
    expect(new Uint8Array(restored?.photo?.bytes ?? new ArrayBuffer(0))).toEqual(new Uint8Array([1, 2, 3]))
    expect(await phone.openTab().outbox.drafts.list('event/new')).toHaveLength(1)
    expect(leftIn(phone)).toEqual([])
  })

  it('is one draft, however far its last write had come', async () => {
    const { phone } = setUp()
    const tab = phone.openTab()
    const form = await tab.outbox.openDraft('event/new')
    form.change('Half', undefined, false)
    const written = form.flush()
    form.change('Half and a word', undefined, false)
    form.leave()
    const before = [...phone.storage.values]
    // The first write has arrived, the second perhaps not.
    await written
    tab.kill()
    for (const [key, text] of before) phone.storage.setItem(key, text)
    expect(await offered(phone.openTab())).toBe('Half and a word')
    expect(await phone.openTab().outbox.drafts.list('event/new')).toHaveLength(1)
  })

  it('is left to the page that goes on after all', async () => {
    const { phone } = setUp()
    const tab = phone.openTab()
    const form = await tab.outbox.openDraft('event/new')
    form.change('Half', undefined, false)
    form.leave()
    await form.flush()
    expect(leftIn(phone)).toEqual([])
    form.change('', undefined, true)
    await form.flush()
    expect(await offered(phone.openTab())).toBeUndefined()
  })

  it('damaged meanwhile keeps no form from opening', async () => {
    const { phone } = setUp()
    phone.storage.setItem(`${UNWRITTEN_DRAFT_PREFIX}event/new/x`, '{"event/new/x": 1, "y"')
    expect(await offered(phone.openTab())).toBeUndefined()
    phone.storage.setItem(`${UNWRITTEN_DRAFT_PREFIX}event/new/y`, '{"key":7}')
    expect(await offered(phone.openTab())).toBeUndefined()
  })

  it('is a draft of its own beside what another tab has written since, and one, though two pages open together', async () => {
    const { phone } = setUp()
    const tab = phone.openTab()
    const form = await tab.outbox.openDraft('event/new')
    form.change('Half', undefined, false)
    await form.flush()
    const other = await phone.openTab().outbox.openDraft('event/new')
    form.change('Half here', undefined, false)
    leave(form, tab)
    other.change('Half there', undefined, false)
    await other.flush()
    const [one, two] = [phone.openTab(), phone.openTab()]
    await Promise.all([one.outbox.openDraft('event/new'), two.outbox.openDraft('event/new')])
    const drafts = await one.outbox.drafts.list('event/new')
    expect(drafts.map(({ content }) => content).toSorted()).toEqual(['Half here', 'Half there'])
  })

  it('is not lost to another page that ends at the same moment', async () => {
    const { phone } = setUp()
    const tabs = [phone.openTab(), phone.openTab()]
    const forms = await Promise.all(tabs.map(({ outbox }) => outbox.openDraft('event/new', 'none')))
    // Another process has stored something a moment ago, which is not seen yet.
    const seen = new Map(phone.storage.values)
    for (const [index, form] of forms.entries()) {
      form.change(`Half ${index}`, undefined, false)
      const all = new Map(phone.storage.values)
      phone.storage.values.clear()
      for (const [key, text] of seen) phone.storage.values.set(key, text)
      form.leave()
      tabs[index]?.kill()
      for (const [key, text] of all) if (!phone.storage.values.has(key)) phone.storage.values.set(key, text)
    }
    const drafts = await recovered(phone.openTab())
    expect(drafts.map(({ content }) => content).toSorted()).toEqual(['Half 0', 'Half 1'])
  })

  it('of an account is counted and deleted with the account’s, of a visitor stays a visitor’s', async () => {
    const { phone } = setUp()
    const tab = phone.openTab()
    const form = await tab.outbox.openDraft('event/new')
    form.change('A visitor’s', undefined, false)
    leave(form, tab)
    const [left = ''] = leftIn(phone)
    const ofAna = {
      ...JSON.parse(phone.storage.getItem(left) ?? ''),
      key: { slot: 'event/new', token: 'ana-1' },
    }
    phone.storage.setItem(
      `${UNWRITTEN_DRAFT_PREFIX}event/new/ana-1`,
      JSON.stringify({ ...ofAna, content: 'Ana’s', owner: 'ana' }),
    )
    const { accounts, drafts } = phone.openTab().outbox
    await drafts.recover()
    expect(await accounts.unsentOf('ana')).toMatchObject({ drafts: 1 })
    await accounts.removeOf('ana')
    expect(leftIn(phone)).toEqual([])
    expect((await drafts.list('event/new')).map(({ content }) => content)).toEqual(['A visitor’s'])
  })
})

function setUpFull() {
  const clock = fakeClock(Date.UTC(2026, 5, 15, 10))
  const session = {
    access_token: { token: 'a', expires_at: clock.now() / 1000 + 900 },
    refresh_token: { token: 'r', expires_at: clock.now() / 1000 + 86_400 },
    user: { id: 'ana', email: 'ana@example.com', name: 'Ana', role: 'USER' },
  }
  const network = faultyNetwork(async ({ url }) =>
    Response.json({ data: url.endsWith('/auth/login') ? session : { id: 'row' } }, { status: 201 }),
  )
  const { factory, setFull } = fillableStorage()
  const phone = createPhone({ clock, network, database: { indexedDB: factory, IDBKeyRange } })
  return { clock, phone, setFull }
}

async function openForm(tab: Tab) {
  const form = await tab.outbox.openDraft('event/new')
  const said: boolean[] = []
  form.watchStored((isStored) => said.push(isStored))
  return { form, said }
}

it('a form whose drafts could not be read goes on saying so when the person starts over', async () => {
  const unreadable = { list: () => Promise.reject(new Error('Broken')), remove: async () => undefined }
  const said: boolean[] = []
  const form = await openDraftSession({
    slot: 'event/new',
    drafts: unreadable as unknown as DraftSessionDeps['drafts'],
    outbox: {} as unknown as DraftSessionDeps['outbox'],
    timers: fakeClock(0),
    withTimeout: (work) => work,
    newId: () => 'token',
    owner: null,
  })
  form.watchStored((isStored) => said.push(isStored))
  await form.discard()
  expect(said).toEqual([false, false])
})

describe('a draft on a device that has no room left', () => {
  it('is there when its form is opened again, and once there is room it is in the database, once', async () => {
    const { phone, setFull } = setUpFull()
    const tab = phone.openTab()
    const { form, said } = await openForm(tab)
    form.change('Half', undefined, false)
    await form.flush()
    setFull(true)
    form.change('Half and a word', undefined, false)
    form.close()
    expect(await offered(tab)).toBe('Half and a word')
    expect(said.at(-1)).toBe(true)

    const again = await openForm(tab)
    again.form.change('Half and two words', undefined, false)
    await again.form.flush()
    expect(await offered(phone.openTab())).toBe('Half and two words')
    setFull(false)
    again.form.change('Half and three words', undefined, false)
    await again.form.flush()
    expect(leftIn(phone)).toEqual([])
    const drafts = await recovered(phone.openTab())
    expect(drafts.map(({ content }) => content)).toEqual(['Half and three words'])
  })

  it('of changes to an entry is among the begun ones, and can be deleted', async () => {
    const { phone, setFull } = setUpFull()
    const { drafts, openDraft } = phone.openTab().outbox
    const form = await openDraft('edit/an-entry')
    setFull(true)
    form.change('Half a correction', undefined, false)
    await form.flush()
    const shown: unknown[][] = []
    const end = subscribeLive(drafts.listEdits, (found) => shown.push(found.map(({ content }) => content)))
    await vi.waitFor(() => expect(shown).toEqual([['Half a correction']]))
    const [begun] = await drafts.listEdits()
    if (begun !== undefined) await drafts.remove(begun)
    await vi.waitFor(() => expect(shown).toEqual([['Half a correction'], []]))
    end()
    expect(leftIn(phone)).toEqual([])
  })

  it('has the time at which it was written, here and in the database', async () => {
    const { clock, phone, setFull } = setUpFull()
    const { drafts, openDraft } = phone.openTab().outbox
    const form = await openDraft('event/new', 'none')
    setFull(true)
    form.change('Half', undefined, false)
    await form.flush()
    const writtenAt = clock.now()
    clock.jump(3_600_000)
    expect(await drafts.list('event/new')).toMatchObject([{ content: 'Half', writtenAt }])
    setFull(false)
    await drafts.recover()
    expect(leftIn(phone)).toEqual([])
    expect(await drafts.list('event/new')).toMatchObject([{ content: 'Half', writtenAt }])
  })

  it('is counted for its account once, and deleted with it', async () => {
    const { phone, setFull } = setUpFull()
    const tab = phone.openTab()
    await tab.session.login('ana', 'secret')
    const { accounts, openDraft } = tab.outbox
    const stored = await openDraft('event/new', 'none')
    stored.change('In the database', undefined, false)
    await stored.flush()
    setFull(true)
    stored.change('In the database, and a word', undefined, false)
    await stored.flush()
    const left = await openDraft('event/new', 'none')
    left.change('Here alone', undefined, false)
    await left.flush()
    expect(await accounts.unsentOf('ana')).toMatchObject({ drafts: 2 })
    expect(await accounts.unsentOf('rui')).toMatchObject({ drafts: 0 })
    await accounts.removeOf('ana')
    expect(leftIn(phone)).toEqual([])
    expect(await accounts.unsentOf('ana')).toMatchObject({ drafts: 0 })
  })

  it('leaves nothing behind when it is submitted', async () => {
    const { phone, setFull } = setUpFull()
    const tab = phone.openTab()
    const { form } = await openForm(tab)
    setFull(true)
    form.change('Half', undefined, false)
    await form.flush()
    expect(leftIn(phone)).toHaveLength(1)
    await form.submit(messageContent(), undefined)
    expect(leftIn(phone)).toEqual([])
  })

  it('is said not to be stored where the page’s own storage is full, too, until it is', async () => {
    const { phone, setFull } = setUpFull()
    const { form, said } = await openForm(phone.openTab())
    setFull(true)
    const { setItem } = phone.storage
    phone.storage.setItem = () => {
      throw new DOMException('Full', 'QuotaExceededError')
    }
    form.change('Half', undefined, false)
    await form.flush()
    expect(said).toEqual([true, false])
    setFull(false)
    phone.storage.setItem = setItem
    form.change('Half and a word', undefined, false)
    await form.flush()
    expect(said.at(-1)).toBe(true)
  })
})
