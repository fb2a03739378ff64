// @module-tag full
import { randomUUID } from 'node:crypto'
import { eq, isNull, and } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { byAdmin, edit, inBackOffice, update } from '@tests/support/server/back-office'
import { IMPORT_DEFAULTS, ics, icsEvent, icsFile } from '@tests/support/server/import-world'
import { call, publish, review, submit } from '@tests/support/server/calls'
import {
  activities,
  contactForms,
  events,
  importSources,
  tags,
  users,
} from '@/server/platform/database/schema'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

const newTag = async () => {
  const id: string = randomUUID()
  const key = `tag-${id.slice(0, 8)}`
  await test.db.insert(tags).values({ id, key, name: key })
  return { id, key }
}
const statuses = (responses: { status: number }[]) => responses.map(({ status }) => status)

describe('a list of the back office', () => {
  it.each(['/events', '/users', '/devices', '/notifications', '/activities'])(
    'of %s answers the longest, the emptiest and the strangest question without failing',
    async (path) => {
      const questions = [
        'search=',
        'search=%00',
        `search=${'x'.repeat(5000)}`,
        'search=%25_%5C',
        'search=%F0%9F%8F%84',
        'search=%D0%00%ED%A0%80',
        'page=0',
        'page=-1',
        'page=99999999999999999999',
        'page=2147483648&per_page=100',
        'per_page=100000',
        'page=1&page=2',
        `tags=${'a,'.repeat(3000)}`,
        'tags=%00',
        'user_id=%00',
        'subject_id=1',
        'status=%00',
        'action=',
      ]
      for (const question of questions) {
        const { status } = await byAdmin(test, 'GET', `${path}?${question}`)
        expect([200, 400, 414, 422], question).toContain(status)
      }
    },
  )
})

describe('an edit', () => {
  it.each([0, -1, 1.5, 1e300, '1', null, [], {}])('with the revision %j is refused', async (revision) => {
    const id = await submit(test)
    const response = await byAdmin(test, 'PUT', `/events/${id}`, {
      ...update({ title: 'Overwritten' }),
      revision,
    })
    expect([409, 422]).toContain(response.status)
    expect((await inBackOffice(test, id)).title).not.toBe('Overwritten')
  })

  it('of a revision to come is refused', async () => {
    const id = await submit(test)
    const { revision } = await inBackOffice(test, id)
    expect((await edit(test, id, { title: 'From the future', revision: revision + 1 })).status).toBe(409)
  })

  it('of an event that is deleted at the same time is stored or not found', async () => {
    for (let round = 0; round < 6; round += 1) {
      const id = await publish(test)
      const responses = await Promise.all([
        edit(test, id, { title: 'Late' }),
        byAdmin(test, 'DELETE', `/events/${id}`),
        review(test, id, { action: 'approve' }),
        byAdmin(test, 'POST', `/events/${id}/review/undo`),
      ])
      expect([200, 404]).toContain(responses[0].status)
      expect(responses[1].status).toBe(200)
      // Undone by then, it is on review again.
      expect([200, 404, 409]).toContain(responses[2].status)
      expect([200, 404, 409]).toContain(responses[3].status)
    }
  })
})

describe('a tag', () => {
  it('that is deleted while events with it are approved leaves them published without it', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id, key } = await newTag()
      const bearers = await Promise.all([1, 2, 3].map(() => submit(test, { tag_keys: [key, 'music'] })))
      const responses = await Promise.all([
        ...bearers.map((bearer) => review(test, bearer, { action: 'approve' })),
        byAdmin(test, 'DELETE', `/events/tags/${id}`),
      ])
      expect(statuses(responses)).toEqual([200, 200, 200, 200])
      for (const bearer of bearers) {
        const found = await inBackOffice(test, bearer)
        expect([found.status, found.tags.map((tag) => tag.key)]).toEqual(['PUBLISHED', ['music']])
      }
    }
  })

  it('is merged, renamed and deleted at once without a failure, and is gone once', async () => {
    for (let round = 0; round < 6; round += 1) {
      const [one, two] = [await newTag(), await newTag()]
      const bearer = await publish(test, { tag_keys: [one.key] })
      const responses = await Promise.all([
        byAdmin(test, 'POST', `/events/tags/${one.id}/merge`, { into_id: two.id }),
        byAdmin(test, 'POST', `/events/tags/${two.id}/merge`, { into_id: one.id }),
        byAdmin(test, 'PUT', `/events/tags/${one.id}`, { name: 'Another name' }),
        byAdmin(test, 'DELETE', `/events/tags/${two.id}`),
        edit(test, bearer, { tag_keys: [two.key] }),
      ])
      for (const { status } of responses) expect([200, 404, 422]).toContain(status)
      const left = (await test.db.select().from(tags)).filter(({ id }) => id === one.id || id === two.id)
      expect(left.length).toBeLessThan(2)
    }
  })
})

describe('a support message', () => {
  it('is done once by two administrators, and its time stays the first', async () => {
    const id = randomUUID()
    const person = { firstName: 'Ana', lastName: 'Ondas', email: 'ana@example.com', message: 'Hello' }
    await test.db.insert(contactForms).values({ id, topic: 'Other', ...person })
    const done = () => byAdmin(test, 'PUT', `/contact-forms/${id}/done`, { is_done: true })
    expect(statuses(await Promise.all([done(), done()]))).toEqual([200, 200])
    const first = (await test.db.select().from(contactForms).where(eq(contactForms.id, id)))[0]?.doneAt
    test.clock.advance({ minutes: 5 })
    expect((await done()).data).toMatchObject({ done_at: (first?.getTime() ?? 0) / 1000 })
    const logged = await test.db.select().from(activities).where(eq(activities.subjectId, id))
    expect(logged.map(({ action }) => action)).toEqual(['contact-form.done'])
  })
})

describe('administrators', () => {
  it('who suspend and demote each other at once leave one of them', async () => {
    const own = await buildTestApp()
    try {
      for (let round = 0; round < 6; round += 1) {
        await own.db.delete(users)
        const [one, two] = [await own.signIn({ role: 'ADMIN' }), await own.signIn({ role: 'ADMIN' })]
        await Promise.all([
          call(own, 'POST', `/backoffice/users/${two.id}/suspend`, { token: one.token }),
          call(own, 'PUT', `/backoffice/users/${one.id}/role`, { token: two.token, body: { role: 'USER' } }),
          call(own, 'POST', `/backoffice/users/${one.id}/suspend`, { token: two.token }),
        ])
        const left = await own.db
          .select()
          .from(users)
          .where(and(eq(users.role, 'ADMIN'), isNull(users.suspendedAt)))
        expect(left).toHaveLength(1)
      }
    } finally {
      await own.close()
    }
  })
})

describe('an import', () => {
  const all = Array.from({ length: 20 }, (_, number) => icsEvent(String(number), `Imported ${number}`))
  const run = () =>
    byAdmin(test, 'POST', '/imports', {
      source: { id: randomUUID(), ...icsFile(ics(...all)), url: 'https://example.com/attacked.ics' },
      defaults: IMPORT_DEFAULTS,
      uids: all.map((_, number) => String(number)),
    })

  it('of a calendar that is forgotten at the same time is whole or new, and never fails', async () => {
    for (let round = 0; round < 6; round += 1) {
      await test.removeEvents()
      await run()
      const [source] = await test.db.select().from(importSources)
      const responses = await Promise.all([run(), byAdmin(test, 'DELETE', `/imports/${source?.id}`), run()])
      expect(statuses(responses)).toEqual([200, 200, 200])
      await test.db.delete(importSources)
    }
  })

  it('takes an event that is deleted at the same time for a new one, or updates it', async () => {
    await test.removeEvents()
    await run()
    const ids = (await test.db.select({ id: events.id }).from(events)).map(({ id }) => id)
    const responses = await Promise.all([
      run(),
      byAdmin(test, 'POST', '/events/delete/batch', { event_ids: ids }),
      run(),
    ])
    expect(statuses(responses)).toEqual([200, 200, 200])
  })
})
