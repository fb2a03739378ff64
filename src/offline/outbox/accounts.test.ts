import { describe, expect, it } from 'vitest'
import { fakeClock } from '@tests/support/server/fake-clock'
import { faultyNetwork, type Serve } from '@tests/support/offline/faulty-network'
import { createPhone, type Tab } from '@tests/support/offline/offline-phone'
import { eventContent, messageContent } from '@tests/support/offline/outbox-contents'
import { openOutboxDatabase } from '@/offline/outbox/database'
import { isVisibleTo, writerOf } from './accounts'
import { isReadable } from './entry'

/** Anybody signs in; what arrives is noted with the account that it came under. */
function setUp() {
  const clock = fakeClock(Date.UTC(2026, 5, 15, 10))
  const arrivals: { title: string; account: string | undefined }[] = []
  const serve: Serve = async ({ url, headers, body }) => {
    const sent = JSON.parse(body ?? '{}') as Record<string, string>
    if (url.endsWith('/auth/logout')) return Response.json({ data: {} })
    if (url.endsWith('/auth/login')) return Response.json({ data: sessionOf(sent['email'] ?? '') })
    arrivals.push({ title: sent['title'] ?? '', account: headers['authorization'] })
    return Response.json({ data: { id: 'row', title: 't', status: 'ON_REVIEW' } }, { status: 201 })
  }
  const sessionOf = (user: string) => ({
    access_token: { token: `token-${user}`, expires_at: clock.now() / 1000 + 900 },
    refresh_token: { token: `refresh-${user}`, expires_at: clock.now() / 1000 + 86_400 },
    user: { id: user, email: user, name: user, role: 'USER' },
  })
  const network = faultyNetwork(serve)
  const phone = createPhone({ clock, network })
  return { network, phone, arrivals }
}

/** Ana has written an event without a network, and half of another; before her a visitor wrote a message. */
async function withAnasTexts() {
  const set = setUp()
  const tab = set.phone.openTab()
  set.network.setOffline(true)
  await tab.outbox.enqueue(messageContent('of a visitor'))
  set.network.setOffline(false)
  await tab.session.login('ana', 'secret')
  set.network.setOffline(true)
  await tab.outbox.enqueue(eventContent('Ana’s event'))
  const form = await tab.outbox.openDraft('event/new')
  form.change('Ana’s half', undefined, false)
  await form.flush()
  form.close()
  return { ...set, tab }
}

const offered = async (tab: Tab) => (await tab.outbox.openDraft('event/new')).restored?.content
const owners = async (tab: Tab) => (await tab.outbox.list()).filter(isReadable).map(({ owner }) => owner)

describe('what an account wrote on this device', () => {
  it('is counted before it signs out', async () => {
    const { tab } = await withAnasTexts()
    expect(await tab.outbox.accounts.unsentOf('ana')).toEqual({
      entries: 1,
      drafts: 1,
      mayHaveArrived: false,
    })
    expect(await tab.outbox.accounts.unsentOf('rui')).toEqual({
      entries: 0,
      drafts: 0,
      mayHaveArrived: false,
    })
  })

  it('may have arrived once an attempt had no response', async () => {
    const { tab } = await withAnasTexts()
    await tab.outbox.deliver({ networkIsBack: true })
    expect(await tab.outbox.accounts.unsentOf('ana')).toMatchObject({ entries: 1, mayHaveArrived: true })
  })

  it('can be deleted, and nothing else with it', async () => {
    const { tab, phone } = await withAnasTexts()
    const removed = await tab.outbox.accounts.removeOf('ana')
    expect(removed).toHaveLength(1)
    expect(await owners(tab)).toEqual([null])
    const raw = openOutboxDatabase(phone.database)
    const everything = JSON.stringify([await raw.entries.toArray(), await raw.drafts.toArray()])
    raw.close()
    expect(everything).toContain('of a visitor')
    expect(everything).not.toMatch(/Ana’s|"owner":"ana"/)
  })

  it('is kept for it: a visitor and another account neither open its draft nor send its entry', async () => {
    const { tab, network, arrivals } = await withAnasTexts()
    await tab.session.logout()
    expect(await offered(tab)).toBeUndefined()
    network.setOffline(false)
    await tab.session.login('rui', 'secret')
    expect(await offered(tab)).toBeUndefined()
    await tab.outbox.deliver({ networkIsBack: true })
    expect(arrivals.map(({ title }) => title)).not.toContain('Ana’s event')
    await tab.session.login('ana', 'secret')
    expect(await offered(tab)).toBe('Ana’s half')
    await tab.outbox.deliver({ networkIsBack: true })
    expect(arrivals.filter(({ title }) => title === 'Ana’s event')).toEqual([
      { title: 'Ana’s event', account: 'Bearer token-ana' },
    ])
  })

  it('can be sent as a visitor’s when the person decides so, once', async () => {
    const { tab, network, arrivals } = await withAnasTexts()
    await tab.session.logout()
    network.setOffline(false)
    await tab.outbox.deliver({ networkIsBack: true })
    const paused = (await tab.outbox.list()).filter(isReadable).find(({ owner }) => owner === 'ana')
    expect(paused?.state).toBe('paused-sign-in')
    expect(await tab.outbox.accounts.detachAccount(paused?.id ?? '')).toBe(true)
    await tab.outbox.deliver({ networkIsBack: true })
    expect(arrivals.filter(({ title }) => title === 'Ana’s event')).toEqual([
      { title: 'Ana’s event', account: undefined },
    ])
    expect(await tab.outbox.accounts.detachAccount(paused?.id ?? '')).toBe(false)
  })

  it('stays hidden from others when it is sent as a visitor’s, the receipt included', async () => {
    const { tab, network } = await withAnasTexts()
    await tab.session.logout()
    await tab.outbox.deliver()
    const [item] = (await tab.outbox.list()).filter((entry) => writerOf(entry) === 'ana')
    const id = item?.id ?? ''
    expect(await tab.outbox.accounts.detachAccount(id)).toBe(true)
    const accountsWithEntries = async () => {
      const entry = await tab.outbox.get(id)
      return [null, 'rui', 'ana'].filter((userId) => entry !== undefined && isVisibleTo(entry, userId))
    }
    expect(await accountsWithEntries()).toEqual(['ana'])
    expect(await tab.outbox.accounts.unsentOf('ana')).toMatchObject({ entries: 1 })
    network.setOffline(false)
    await tab.outbox.deliver({ networkIsBack: true })
    expect(await tab.outbox.get(id)).toMatchObject({ state: 'sent' })
    expect(await accountsWithEntries()).toEqual(['ana'])
    await tab.outbox.accounts.removeReceiptsExcept(null)
    expect(await tab.outbox.get(id)).toBeUndefined()
  })

  it('is deleted with all else of the account, though it waits to be sent as a visitor’s', async () => {
    const { tab } = await withAnasTexts()
    await tab.outbox.deliver()
    const [item] = (await tab.outbox.list()).filter((entry) => writerOf(entry) === 'ana')
    expect(await tab.outbox.accounts.detachAccount(item?.id ?? '')).toBe(true)
    expect(await tab.outbox.accounts.removeOf('ana')).toHaveLength(1)
  })

  it('leaves no receipt for others', async () => {
    const { tab, network } = await withAnasTexts()
    network.setOffline(false)
    await tab.outbox.deliver({ networkIsBack: true })
    expect(await owners(tab)).toEqual(['ana', null])
    await tab.outbox.accounts.removeReceiptsExcept('ana')
    expect(await owners(tab)).toEqual(['ana', null])
    await tab.outbox.accounts.removeReceiptsExcept(null)
    expect(await owners(tab)).toEqual([null])
  })
})

describe('a form that is open when its session ends', () => {
  it('keeps its text for the account, whoever is signed in when it is submitted', async () => {
    const { tab, network, arrivals } = await withAnasTexts()
    network.setOffline(false)
    const form = await tab.outbox.openDraft('event/new')
    await tab.session.login('rui', 'secret')
    form.change('More of Ana', undefined, false)
    await form.flush()
    expect(await offered(tab)).toBeUndefined()
    const { owner } = await form.submit(eventContent('Ana’s other event'), undefined)
    expect(owner).toBe('ana')
    await tab.outbox.deliver({ networkIsBack: true })
    expect(arrivals.map(({ title }) => title)).not.toContain('Ana’s other event')
  })

  it('of a visitor becomes the account’s that signs in meanwhile', async () => {
    const { phone } = setUp()
    const tab = phone.openTab()
    const form = await tab.outbox.openDraft('event/new')
    await tab.session.login('ana', 'secret')
    form.change('Half', undefined, false)
    expect((await form.submit(eventContent('Whole'), undefined)).owner).toBe('ana')
  })
})
