import { describe, expect, it } from 'vitest'
import { fakeClock } from '@tests/support/server/fake-clock'
import { faultyNetwork } from '@tests/support/offline/faulty-network'
import { createPhone, type Tab } from '@tests/support/offline/offline-phone'
import { eventContent, photoOf } from '@tests/support/offline/outbox-contents'
import { AlreadySubmitted } from './drafts'
import { isReadable, type OutboxContent } from '../entry'

function setUp() {
  const clock = fakeClock(Date.UTC(2026, 5, 15, 10))
  const network = faultyNetwork(async () => {
    throw new TypeError('Failed to fetch')
  })
  return { clock, phone: createPhone({ clock, network }) }
}

const offered = async (tab: Tab) => (await tab.outbox.openDraft('event/new')).restored?.content
const titles = async (tab: Tab) =>
  (await tab.outbox.list())
    .filter(isReadable)
    .map((entry) => entry.kind === 'submitEvent' && entry.payload.title)

describe('a draft', () => {
  it('is written a moment after the last change, and offered in the next tab with its photo', async () => {
    const { clock, phone } = setUp()
    const tab = phone.openTab()
    const form = await tab.outbox.openDraft('event/new')
    form.change('Ha', undefined, false)
    form.change('Half', photoOf(new Uint8Array([1, 2, 3])), false)
    expect(await offered(phone.openTab())).toBeUndefined()
    clock.advance(400)
    await form.flush()
    tab.kill()
    const { restored } = await phone.openTab().outbox.openDraft('event/new')
    expect(restored?.content).toBe('Half')
    expect(new Uint8Array(restored?.photo?.bytes ?? new ArrayBuffer(0))).toEqual(new Uint8Array([1, 2, 3]))
  })

  it('of somebody who types without a pause is at most two seconds behind', async () => {
    const { clock, phone } = setUp()
    const form = await phone.openTab().outbox.openDraft('event/new')
    const letters = 'Sunset sessions at the beach'
    const typed = [...letters].map((_, index) => letters.slice(0, index + 1))
    for (const text of typed) {
      form.change(text, undefined, false)
      clock.advance(100)
    }
    const stored = await offered(phone.openTab())
    expect(typed.indexOf(String(stored))).toBeGreaterThanOrEqual(typed.length - 21)
  })

  it('is gone as soon as what it became is in the outbox', async () => {
    const { phone } = setUp()
    const tab = phone.openTab()
    const form = await tab.outbox.openDraft('event/new')
    form.change('Half', undefined, false)
    const { id } = await form.submit(eventContent('Whole'), undefined)
    // This test waits for no network: it shows what a tab that is closed now leaves behind.
    tab.kill()
    const next = phone.openTab()
    expect(await offered(next)).toBeUndefined()
    expect((await next.outbox.list()).map((entry) => entry.id)).toEqual([id])
  })

  it('is not brought back by a late write', async () => {
    const { clock, phone } = setUp()
    const tab = phone.openTab()
    const form = await tab.outbox.openDraft('event/new')
    form.change('Half', undefined, false)
    const submitted = form.submit(eventContent('Whole'), undefined)
    form.change('Whole', undefined, false)
    await submitted
    form.change('Whole', undefined, false)
    clock.advance(1000)
    form.close()
    await form.flush()
    expect(await offered(phone.openTab())).toBeUndefined()
  })

  it('stays when the submission could not be stored', async () => {
    const { phone } = setUp()
    const tab = phone.openTab()
    const form = await tab.outbox.openDraft('event/new')
    form.change('Half', undefined, false)
    const broken = { ...eventContent('Whole'), broken: () => undefined }
    await expect(form.submit(broken, undefined)).rejects.toThrow()
    expect(await offered(phone.openTab())).toBe('Half')
    form.change('Half and more', undefined, false)
    await form.flush()
    expect(await offered(phone.openTab())).toBe('Half and more')
  })

  it('goes when the form is emptied, and when the person starts over', async () => {
    const { phone } = setUp()
    const form = await phone.openTab().outbox.openDraft('event/new')
    form.change('Half', undefined, false)
    await form.flush()
    form.change('', undefined, true)
    await form.flush()
    expect(await offered(phone.openTab())).toBeUndefined()
    form.change('Another', undefined, false)
    await form.flush()
    await form.discard()
    expect(await offered(phone.openTab())).toBeUndefined()
  })

  it('is not needed: the form works where the database is refused', async () => {
    const { phone } = setUp()
    const tab = phone.openTab()
    tab.outbox.close()
    const form = await tab.outbox.openDraft('event/new')
    form.change('Half', undefined, false)
    await form.flush()
    await expect(form.submit(eventContent(), undefined)).rejects.toThrow()
  })
})

async function twoForms() {
  const { phone } = setUp()
  const [tab, other] = [phone.openTab(), phone.openTab()]
  const form = await tab.outbox.openDraft('event/new')
  form.change('Common', undefined, false)
  await form.flush()
  return { phone, form, other, otherForm: await other.outbox.openDraft('event/new') }
}

async function twoDrafts() {
  const { clock, phone } = setUp()
  const tab = phone.openTab()
  for (const text of ['First', 'Second']) {
    const form = await tab.outbox.openDraft('event/new', 'none')
    form.change(text, undefined, false)
    form.close()
    await form.flush()
    clock.advance(1000)
  }
  return { phone, tab, clock }
}
const contents = async (tab: Tab) => (await tab.outbox.drafts.list('event/new')).map(({ content }) => content)

describe('several drafts of one form', () => {
  it('are kept side by side, and the last written is the one that opens', async () => {
    const { phone, tab } = await twoDrafts()
    expect(await contents(tab)).toEqual(['Second', 'First'])
    expect(await offered(phone.openTab())).toBe('Second')
  })

  it('open by their token, and what is written on in one leaves the other alone', async () => {
    const { clock, tab } = await twoDrafts()
    const [, first] = await tab.outbox.drafts.list('event/new')
    const form = await tab.outbox.openDraft('event/new', first?.key)
    expect(form.restored?.content).toBe('First')
    form.change('First and more', undefined, false)
    clock.advance(1000)
    await form.flush()
    expect(await contents(tab)).toEqual(['First and more', 'Second'])
  })

  it('a deleted one is gone, unless it was written on in another tab', async () => {
    const { tab } = await twoDrafts()
    const [second, first] = await tab.outbox.drafts.list('event/new')
    if (first === undefined || second === undefined) throw new Error('There are two')
    const form = await tab.outbox.openDraft('event/new', first.key)
    form.change('First and more', undefined, false)
    await form.flush()
    await tab.outbox.drafts.remove(first)
    await tab.outbox.drafts.remove(second)
    expect(await contents(tab)).toEqual(['First and more'])
  })
})

describe('the same form in two tabs', () => {
  it('writes two drafts as soon as they differ: neither text is lost', async () => {
    const { phone, form, otherForm } = await twoForms()
    form.change('Mine', undefined, false)
    await form.flush()
    otherForm.change('Yours', undefined, false)
    await otherForm.flush()
    const { outbox } = phone.openTab()
    const stored = await outbox.drafts.list('event/new')
    expect(new Set(stored.map(({ content }) => content))).toEqual(new Set(['Mine', 'Yours']))
  })

  it('submits the same draft once', async () => {
    const { form, other, otherForm } = await twoForms()
    const common = eventContent('Common')
    await form.submit(common, undefined)
    const later = structuredClone(common)
    if (later.kind === 'submitEvent') later.payload.filled_in_ms = 90_000
    await expect(otherForm.submit(later, undefined)).rejects.toThrow(AlreadySubmitted)
    expect(await titles(other)).toEqual(['Common'])
    expect(await offered(other)).toBeUndefined()
    // The person sees that, and sends it as another.
    await otherForm.submit(eventContent('Common'), undefined)
    expect(await titles(other)).toEqual(['Common', 'Common'])
  })

  it('leaves no draft of what is in the outbox with its fields in another order', async () => {
    const { form, other, otherForm } = await twoForms()
    const { kind, payload } = eventContent('Common')
    const reversed = Object.fromEntries(Object.entries(payload).toReversed()) as typeof payload
    await form.submit({ kind, payload: reversed } as OutboxContent, undefined)
    await expect(otherForm.submit(eventContent('Common'), undefined)).rejects.toThrow(AlreadySubmitted)
    expect(await offered(other)).toBeUndefined()
  })

  it('keeps what one tab shows when the other has changed and submitted the draft', async () => {
    const { phone, form, otherForm } = await twoForms()
    form.change('Mine', undefined, false)
    await form.submit(eventContent('Mine'), undefined)
    await expect(otherForm.submit(eventContent('Common'), undefined)).rejects.toThrow(AlreadySubmitted)
    expect(await offered(phone.openTab())).toBe('Common')
    await otherForm.submit(eventContent('Common'), undefined)
    const next = phone.openTab()
    expect(await offered(next)).toBeUndefined()
    expect(await titles(next)).toEqual(['Common', 'Mine'])
  })

  it('submits once what two tabs show and a third has changed', async () => {
    const { phone, form, other, otherForm } = await twoForms()
    const third = await phone.openTab().outbox.openDraft('event/new')
    form.change('Mine', undefined, false)
    await form.flush()
    await otherForm.submit(eventContent('Common'), undefined)
    await expect(third.submit(eventContent('Common'), undefined)).rejects.toThrow(AlreadySubmitted)
    expect(await titles(other)).toEqual(['Common'])
  })

  it('does not drop what the other tab has written since', async () => {
    const { phone, form, otherForm } = await twoForms()
    form.change('Mine', undefined, false)
    await form.flush()
    await otherForm.submit(eventContent('Common'), undefined)
    expect(await offered(phone.openTab())).toBe('Mine')
    const again = await phone.openTab().outbox.openDraft('event/new')
    await again.submit(eventContent('Mine'), undefined)
    expect(await titles(phone.openTab())).toEqual(['Mine', 'Common'])
    await otherForm.discard()
    expect(await offered(phone.openTab())).toBeUndefined()
  })
})
