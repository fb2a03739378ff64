import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, buildTestApp, type SignedIn, type TestApp } from '@tests/support/server/app'
import { byAdmin, edit, inBackOffice, update } from '@tests/support/server/back-office'
import { at, call, eventLinks, publish } from '@tests/support/server/calls'
import type { Activity } from '@/contract/back-office/back-office-overview'
import type { ActivityAction } from '@/domain/staff/activity'
import { recordActivity } from '@/server/platform/database/accounts/activities'
import { activities, sessions, users } from '@/server/platform/database/schema'

let test: TestApp
let ana: SignedIn
let rui: SignedIn
beforeAll(async () => {
  test = await buildTestApp()
  ana = await test.signIn({ role: 'ADMIN' })
  rui = await test.signIn({ role: 'ADMIN' })
})
beforeEach(async () => {
  test.clock.set(TEST_NOW)
  await test.db.delete(activities)
})
afterAll(() => test.close())

async function sessionOf({ id }: SignedIn): Promise<string> {
  const [session] = await test.db.select().from(sessions).where(eq(sessions.userId, id))
  return session?.id ?? ''
}

interface Done {
  action?: ActivityAction
  subject?: { id: string; label: string; details?: Activity['details'] }
  /** ISO 8601. */
  when?: string
}

async function done(by: SignedIn, { action = 'event.approved', subject, when = TEST_NOW }: Done = {}) {
  await recordActivity(
    test.db,
    { currentUser: { id: by.id, sessionId: await sessionOf(by) }, nowSeconds: at(when) },
    action,
    [subject ?? { id: randomUUID(), label: 'Sunset yoga' }],
  )
}

async function log(query = ''): Promise<Activity[]> {
  const response = await call(test, 'GET', `/backoffice/activities${query}`, { token: ana.token })
  expect(response.status).toBe(200)
  return (response.data as { items: Activity[] }).items
}

/** What the log has of a subject, by action. */
async function toldOf(id: string) {
  const entries = (await log(`?subject_id=${id}`)).toSorted((a, b) => (a.action < b.action ? -1 : 1))
  return entries.map(({ action, subject, details }) => [action, subject.label, details])
}

/** Proposes another title by the link of a mail, and decides on it. */
async function decideOnProposal(id: string, decision: 'approve' | 'reject', body: object): Promise<void> {
  const token = eventLinks.manageTokenOf({ id, email: 'ana@example.com' })
  const { revision, proposal: _ } = await inBackOffice(test, id)
  const { photo: __, ...content } = update({ title: 'Proposed' })
  const sent = { key: randomUUID(), body: { ...content, token, revision } }
  expect((await call(test, 'PUT', `/events/${id}/manage`, sent)).status).toBe(200)
  const proposal = (await inBackOffice(test, id)).proposal?.id ?? ''
  const decided = { ...(decision === 'approve' && { ...content, revision }), ...body }
  expect(
    (await byAdmin(test, 'POST', `/events/${id}/proposals/${proposal}/${decision}`, decided)).status,
  ).toBe(200)
}

describe('the activity log', () => {
  it('tells what became of proposals, and who marked, edited and unmarked an organiser', async () => {
    const id = await publish(test)
    await decideOnProposal(id, 'reject', { reason: 'An advertisement.' })
    await decideOnProposal(id, 'approve', {})
    const page = { name: 'Clube', texts: {}, links: [] }
    await byAdmin(test, 'PUT', `/users/${rui.id}/organiser`, page)
    await byAdmin(test, 'PUT', `/users/${rui.id}/organiser`, { ...page, name: 'Club', revision: 1 })
    await byAdmin(test, 'DELETE', `/users/${rui.id}/organiser`)
    expect(await toldOf(id)).toEqual([
      ['event.approved', 'Sunset Sessions', {}],
      [
        'event.proposal-approved',
        'Proposed',
        { changes: [{ field: 'title', before: 'Sunset Sessions', after: 'Proposed' }] },
      ],
      ['event.proposal-rejected', 'Sunset Sessions', { reason: 'An advertisement.' }],
    ])
    expect((await toldOf(rui.id)).map(([action]) => action)).toEqual([
      'organiser.edited',
      'organiser.marked',
      'organiser.removed',
    ])
  })

  it('has the old and the new value of what an edit changed, long texts from where they differ', async () => {
    const id = await publish(test)
    const { description } = await inBackOffice(test, id)
    const long = 'The sea is calm. '.repeat(20)
    await edit(test, id, { description: `${long}First.` })
    await edit(test, id, { description: `${long}Second.`, price: 7.5 })
    const [last, first] = await log(`?subject_id=${id}&action=event.edited`)
    expect(first?.details.changes?.map(({ field, before }) => [field, before])).toEqual([
      ['description', description],
    ])
    expect(last?.details.changes).toEqual([
      {
        field: 'description',
        before: expect.stringMatching(/^….{10,60}First\.$/),
        after: expect.stringMatching(/Second\.$/),
      },
      { field: 'price', before: expect.any(String), after: '7.50 €' },
    ])
  })

  it('is filtered by subject, by person and by action', async () => {
    const subject = { id: randomUUID(), label: 'Market' }
    await done(ana, { subject })
    await done(rui, { subject, action: 'event.edited' })
    await done(ana)
    expect(await log(`?subject_id=${subject.id.toUpperCase()}`)).toHaveLength(2)
    expect(await log(`?user_id=${ana.id}`)).toHaveLength(2)
    expect(await log('?action=event.edited')).toMatchObject([{ user: { id: rui.id } }])
    expect(await log(`?user_id=${ana.id}&action=event.edited`)).toEqual([])
    const wrong = await call(test, 'GET', '/backoffice/activities?action=event.sold', { token: ana.token })
    expect(wrong.status).toBe(422)
  })

  it('reads the name of a person from their account, and has none once that is deleted', async () => {
    const maria = await test.signIn()
    await done(ana, { action: 'user.suspended', subject: { id: maria.id, label: '' } })
    expect((await log())[0]?.subject).toEqual({ id: maria.id, label: 'Maria Silva', exists: true })
    await test.db.delete(users).where(eq(users.id, maria.id))
    expect((await log())[0]?.subject).toEqual({ id: maria.id, exists: false })
  })

  it('outlives the account of who did it, without a name', async () => {
    const eva = await test.signIn({ role: 'ADMIN' })
    await done(eva)
    await test.db.delete(users).where(eq(users.id, eva.id))
    const [entry] = await log()
    expect(entry?.action).toBe('event.approved')
    expect(entry?.user).toBeUndefined()
  })
})
