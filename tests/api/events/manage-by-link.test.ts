import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { photoHash } from '@/domain/events/event'
import { jobs, mailCounts } from '@/server/platform/database/schema'
import { TEST_NOW, buildTestApp, type SignedIn, type TestApp } from '@tests/support/server/app'
import { byAdmin, edit, inBackOffice, runReviewJobs, update } from '@tests/support/server/back-office'
import { call, eventLinks, publish, submit } from '@tests/support/server/calls'
import { jpeg } from '@tests/support/server/images'
import { weekly } from '@tests/support/server/timetables'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp({ responseCacheMs: 0 })
})
beforeEach(async () => {
  test.clock.set(TEST_NOW)
  await test.db.delete(jobs)
  await test.db.delete(mailCounts)
  test.mails.sent.length = 0
})
afterAll(() => test.close())

const EMAIL = 'ana@example.com'
const tokenOf = (id: string) => eventLinks.manageTokenOf({ id, email: EMAIL })
const read = (id: string, token = tokenOf(id)) =>
  call(test, 'POST', `/events/${id}/manage`, { body: { token } })
const { photo: _, ...content } = update()
const change = (id: string, changes: object = {}, key = randomUUID()) =>
  call(test, 'PUT', `/events/${id}/manage`, {
    key,
    body: { ...content, token: tokenOf(id), revision: 2, ...changes },
  })
const setState = (id: string, said: object, key = randomUUID()) =>
  call(test, 'PUT', `/events/${id}/manage/state`, { key, body: { token: tokenOf(id), seen: null, ...said } })
const requestLink = (id: string, email: string) =>
  call(test, 'POST', `/events/${id}/manage-link`, { body: { email } })
const publicly = async (id: string) => (await call(test, 'GET', `/events/${id}`)).data
const decide = (id: string, decision: 'approve' | 'reject', proposal: string, body: object) =>
  byAdmin(test, 'POST', `/events/${id}/proposals/${proposal}/${decision}`, body)
const proposalOf = async (id: string) => (await inBackOffice(test, id)).proposal

/** The addresses of links in the mails to the organiser, the last one first. */
async function mailed(): Promise<{ subject: string; text: string; link: string | undefined }[]> {
  await runReviewJobs(test)
  return test.mails.sent
    .filter(({ to }) => to === EMAIL)
    .map(({ subject, text }) => ({ subject, text, link: /\/manage\/\S+/.exec(text)?.[0] }))
    .toReversed()
}

describe('the link in the mails about a submission', () => {
  it('opens the event of its mail from the fragment, without its address, and is in no mail to an account', async () => {
    const id = await submit(test)
    const [received] = await mailed()
    expect(received?.link).toBe(`/manage/${id}#${tokenOf(id)}`)
    const response = await read(id)
    expect(response.data).toMatchObject({ id, title: 'Sunset Sessions', status: 'ON_REVIEW', revision: 1 })
    expect(response.text).not.toContain(EMAIL)
    await byAdmin(test, 'POST', `/events/${id}/review`, { action: 'approve' })
    expect((await mailed())[0]?.link).toBe(received?.link)
    const owner = await test.signIn()
    const own = await submit(test, { email: EMAIL }, { token: owner.token })
    expect((await mailed())[0]).toMatchObject({ text: expect.stringContaining(own), link: undefined })
  })

  it('opens nothing else, and nothing by the other link', async () => {
    const [id, other] = [await submit(test), await submit(test)]
    for (const wrong of ['x', tokenOf(other), eventLinks.tokenOf(id, 2_000_000_000), `${tokenOf(id)}=`])
      for (const response of [
        await read(id, wrong),
        await change(id, { token: wrong }),
        await setState(id, { token: wrong, state: null }),
      ])
        expect(response.error?.code).toBe('NOT_FOUND')
    expect((await call(test, 'GET', `/events/${id}?token=${tokenOf(id)}`)).status).toBe(404)
  })

  it('works until thirty days after the last date', async () => {
    const id = await publish(test)
    test.clock.set('2026-07-20T20:59:00Z')
    expect((await read(id)).status).toBe(200)
    test.clock.set('2026-07-20T21:00:01Z')
    for (const response of [await read(id), await change(id), await setState(id, { state: 'cancelled' })])
      expect(response.error?.code).toBe('GONE')
  })
})

const as = ({ token }: SignedIn, method: 'POST' | 'PUT', path: string, body: object = {}) =>
  call(test, method, path, { token, body, key: randomUUID() })

describe('an account', () => {
  it('reads, changes and calls off what belongs to it without a link, and nobody else does', async () => {
    const [owner, stranger] = [await test.signIn(), await test.signIn()]
    const id = await publish(test, {}, owner)
    const proposal = { ...content, title: 'By its account', revision: 2 }
    const sold = { state: 'sold_out', seen: null }
    for (const person of [stranger, { ...stranger, token: await test.admin() }])
      expect([
        (await as(person, 'POST', `/events/${id}/manage`)).status,
        (await as(person, 'PUT', `/events/${id}/manage`, proposal)).status,
        (await as(person, 'PUT', `/events/${id}/manage/state`, sold)).status,
      ]).toEqual([404, 404, 404])
    expect((await call(test, 'POST', `/events/${id}/manage`, { body: {} })).status).toBe(404)
    const response = await as(owner, 'POST', `/events/${id}/manage`)
    expect(response.data).toMatchObject({ id, status: 'PUBLISHED', revision: 2 })
    expect(response.text).not.toContain(EMAIL)
    expect((await as(owner, 'PUT', `/events/${id}/manage`, proposal)).data).toEqual({ id, is_proposal: true })
    expect((await as(owner, 'PUT', `/events/${id}/manage/state`, sold)).status).toBe(200)
    expect([await proposalOf(id), await publicly(id)]).toMatchObject([
      { content: { title: 'By its account' } },
      { states: { whole: { state: 'sold_out' } } },
    ])
    const log = (await byAdmin(test, 'GET', `/activities?subject_id=${id}`)).data as { items: object[] }
    expect(log.items[0]).toMatchObject({ action: 'event.organiser-state-set', user: { id: owner.id } })
  })

  it('and the link of the mail may both change it: the later must have seen what the earlier wrote', async () => {
    const owner = await test.signIn()
    const id = await submit(test, { email: owner.email }, { token: owner.token })
    const token = eventLinks.manageTokenOf({ id, email: owner.email })
    expect((await change(id, { token, title: 'By the link', revision: 1 })).status).toBe(200)
    const second = { ...content, title: 'By the account' }
    expect((await as(owner, 'PUT', `/events/${id}/manage`, { ...second, revision: 1 })).status).toBe(409)
    expect((await as(owner, 'PUT', `/events/${id}/manage`, { ...second, revision: 2 })).status).toBe(200)
    expect((await read(id, token)).data).toMatchObject({ title: 'By the account', revision: 3 })
    await requestLink(id, owner.email)
    await runReviewJobs(test)
    expect(test.mails.sent.at(-1)).toMatchObject({
      to: owner.email,
      text: expect.stringContaining(`/manage/${id}#${token}`),
    })
  })
})

describe('what was rejected', () => {
  it('is submitted again by a change of who has seen the rejection, with its address and photo', async () => {
    const photo = (await jpeg()).toString('base64')
    const id = await submit(test, { photo })
    const before = await inBackOffice(test, id)
    const reject = () => byAdmin(test, 'POST', `/events/${id}/review`, { action: 'reject', reason: 'Where?' })
    await reject()
    expect((await read(id)).data).toMatchObject({ status: 'REJECTED', review_reason: 'Where?', revision: 2 })
    await runReviewJobs(test)
    test.clock.advance({ days: 3 })
    expect((await change(id, { revision: 1 })).error?.code).toBe('CONFLICT')
    expect((await change(id, { title: 'At the harbour', revision: 2 })).status).toBe(200)
    expect(await inBackOffice(test, id)).toMatchObject({
      title: 'At the harbour',
      status: 'ON_REVIEW',
      email: EMAIL,
      photo: expect.stringContaining(photoHash(before.photo ?? '') ?? 'a photo'),
      created_at: Math.floor(test.clock.nowMs() / 1000),
    })
    await reject()
    const told = (await mailed()).map(({ subject }) => subject.replace(/ \(.*/, ''))
    expect(told.filter((subject) => subject === told[0])).toHaveLength(2)
  })
})

describe('a change by the link', () => {
  it('of what is on review is stored at once, and only over the newest revision', async () => {
    const id = await submit(test)
    const first = await change(id, { title: 'Sunrise Sessions', revision: 1 })
    expect(first.data).toEqual({ id, is_proposal: false })
    expect(await inBackOffice(test, id)).toMatchObject({ title: 'Sunrise Sessions', revision: 2 })
    expect((await change(id, { revision: 1 })).error?.code).toBe('CONFLICT')
    expect((await change(id, { title: 'x', revision: 2 })).error?.code).toBe('VALIDATION_FAILED')
  })

  it('is not approved unread: a review of the version before is refused, alone and in a batch', async () => {
    const id = await submit(test)
    await change(id, { title: 'Buy this', revision: 1 })
    const seen = { action: 'approve', revision: 1 }
    expect((await byAdmin(test, 'POST', `/events/${id}/review`, seen)).error?.code).toBe('CONFLICT')
    const batch = { action: 'approve', event_ids: [id], revisions: { [id]: 1 } }
    expect((await byAdmin(test, 'POST', '/events/review/batch', batch)).data).toEqual({
      done: [],
      failed: [id],
    })
    expect((await byAdmin(test, 'POST', `/events/${id}/review`, { ...seen, revision: 2 })).status).toBe(200)
  })

  it('of what is published is one proposal, which nobody else sees and a newer one replaces', async () => {
    const id = await publish(test)
    const before = await publicly(id)
    expect((await change(id, { title: 'First' })).data).toEqual({ id, is_proposal: true })
    const first = await proposalOf(id)
    await change(id, { title: 'Second' })
    expect(await publicly(id)).toEqual(before)
    expect(await proposalOf(id)).toMatchObject({
      content: { title: 'Second' },
      base: { title: 'Sunset Sessions' },
    })
    expect((await read(id)).data).toMatchObject({ proposal: { content: { title: 'Second' } } })
    expect((await decide(id, 'approve', first?.id ?? '', { ...content, revision: 2 })).error?.code).toBe(
      'CONFLICT',
    )
    const listed = (await byAdmin(test, 'GET', '/events?traits=proposal')).data as { items: { id: string }[] }
    expect(listed.items.map((event) => event.id)).toContain(id)
    await edit(test, id)
    expect((await change(id, { title: 'Third' })).error?.code).toBe('CONFLICT')
  })

  it('is published as it was approved, with a mail, and happens once however often it is sent', async () => {
    const id = await publish(test)
    await runReviewJobs(test)
    const key = randomUUID()
    const sent = await change(id, { title: 'Moonlight' }, key)
    const proposal = (await proposalOf(id))?.id ?? ''
    const body = { ...content, title: 'Moonlight Sessions', revision: 2 }
    expect((await decide(id, 'approve', proposal, body)).data).toMatchObject({ title: 'Moonlight Sessions' })
    expect(await publicly(id)).toMatchObject({ title: 'Moonlight Sessions', revision: 3 })
    expect((await mailed())[0]).toMatchObject({
      subject: expect.stringContaining('has been published'),
      link: `/manage/${id}#${tokenOf(id)}`,
    })
    expect((await change(id, { title: 'Moonlight' }, key)).text).toBe(sent.text)
    expect(await proposalOf(id)).toBeUndefined()
    expect((await decide(id, 'approve', proposal, { ...body, revision: 3 })).error?.code).toBe('CONFLICT')
    expect(await publicly(id)).toMatchObject({ revision: 3 })
  })

  it('that is rejected changes nothing, and the mail says why', async () => {
    const id = await publish(test)
    const before = await publicly(id)
    await runReviewJobs(test)
    await change(id, { title: 'Buy this' })
    await decide(id, 'reject', (await proposalOf(id))?.id ?? '', { reason: 'An advertisement.' })
    expect(await publicly(id)).toEqual(before)
    expect(await proposalOf(id)).toBeUndefined()
    const [mail] = await mailed()
    expect(mail?.text).toContain('An advertisement.')
    expect(mail?.text).not.toContain('Buy this')
  })
})

describe('a state by the link', () => {
  it('of the event or of one day holds at once without a note, and staff sees who said it', async () => {
    const id = await publish(test, { timetable: weekly({ days: [1], from: '2026-06-22', to: '2027-06-22' }) })
    expect((await setState(id, { state: 'cancelled', day: '2026-06-29' })).status).toBe(200)
    expect((await setState(id, { state: 'moved' })).error?.code).toBe('VALIDATION_FAILED')
    expect((await setState(id, { state: 'cancelled', day: '2026-06-30' })).error?.code).toBe(
      'VALIDATION_FAILED',
    )
    await setState(id, { state: 'sold_out', note: 'Buy mine' })
    const whole = { state: 'sold_out' }
    expect(await publicly(id)).toMatchObject({
      states: { whole, days: [{ day: '2026-06-29', state: 'cancelled' }] },
    })
    const log = (await byAdmin(test, 'GET', `/activities?subject_id=${id}`)).data as {
      items: { action: string; user?: object }[]
    }
    expect(log.items.filter(({ action }) => action === 'event.organiser-state-set')).toHaveLength(2)
    await setState(id, { state: null, seen: 'sold_out' })
    expect(await publicly(id)).not.toHaveProperty('states.whole')
  })

  it('overwrites nothing that was said since, keeps the note of the team, and needs a published event', async () => {
    const id = await publish(test)
    const { revision } = await inBackOffice(test, id)
    await byAdmin(test, 'PUT', `/events/${id}/state`, { state: 'postponed', note: 'To July', revision })
    expect((await setState(id, { state: 'sold_out' })).error?.code).toBe('CONFLICT')
    expect((await setState(id, { state: null, seen: 'postponed' })).error?.code).toBe('CONFLICT')
    await byAdmin(test, 'PUT', `/events/${id}/state`, {
      state: 'cancelled',
      note: 'Storm',
      revision: revision + 1,
    })
    expect((await setState(id, { state: 'cancelled' })).status).toBe(200)
    expect(await publicly(id)).toMatchObject({ state: 'cancelled', note: 'Storm' })
    expect((await setState(await submit(test), { state: 'cancelled' })).error?.code).toBe('CONFLICT')
  })
})

describe('asking for the link again', () => {
  it('says the same to everybody, and mails the contact address alone', async () => {
    const id = await publish(test)
    const owned = await publish(test, {}, { token: (await test.signIn()).token })
    await runReviewJobs(test)
    await test.db.delete(mailCounts)
    test.mails.sent.length = 0
    const replies = [
      await requestLink(id, 'somebody@example.com'),
      await requestLink(randomUUID(), EMAIL),
      await requestLink(owned, EMAIL),
      await requestLink(id, 'ANA@example.com'),
    ]
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set(['202 {"data":{}}']),
    )
    expect(await mailed()).toMatchObject([{ link: `/manage/${id}#${tokenOf(id)}` }])
  })
})
