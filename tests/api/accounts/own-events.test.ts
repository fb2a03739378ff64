import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, buildTestApp } from '@tests/support/server/app'
import type { SignedIn, TestApp } from '@tests/support/server/app'
import { untilBlocked } from '@tests/support/attacks/blocked-connection'
import { syncProgramme } from '@tests/support/server/back-office'
import { at, call, listed, publish, review, submit } from '@tests/support/server/calls'
import { jpeg } from '@tests/support/server/images'
import { submission } from '@tests/support/server/submissions'
import type { OwnEventRow, OwnSubmission } from '@/contract/accounts/own-events'
import { events, users } from '@/server/platform/database/schema'
import { LIMITS } from '@/server/http/limits/limits'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
beforeEach(() => test.clock.set(TEST_NOW))
afterAll(() => test.close())

const get = (path: string, token?: string) => call(test, 'GET', path, token === undefined ? {} : { token })
const rowsOf = async (path: string, token: string) =>
  ((await get(path, token)).data as { items: OwnEventRow[] }).items
const idsOf = async (path: string, token: string) => (await rowsOf(path, token)).map(({ id }) => id)
const claim = (ids: readonly string[], token?: string) =>
  call(test, 'POST', '/my-events/claim', {
    body: { event_ids: ids },
    ...(token !== undefined && { token }),
  })
const claimed = async (ids: readonly string[], token: string) =>
  ((await claim(ids, token)).data as { claimed: string[] }).claimed.toSorted()

const visitors = (email: string, title = 'Without an account') => submit(test, { email, title })

/** A rejected event of somebody. */
async function rejected({ token }: SignedIn, reason?: string): Promise<string> {
  const id = await submit(test, { title: 'First try' }, { token })
  await review(test, id, { action: 'reject', ...(reason !== undefined && { reason }) })
  return id
}

describe('GET /my-events', () => {
  it('says why an event was rejected, and nothing of the kind about others', async () => {
    const person = await test.signIn()
    const { token } = person
    const silent = await rejected(person)
    const told = await rejected(person, 'Too far away')
    const approved = await submit(test, {}, { token })
    await review(test, approved, { action: 'approve', reason: 'A lovely one' })
    const reasons = (await rowsOf('/my-events', token)).map(({ id, review_reason }) => [id, review_reason])
    expect(Object.fromEntries(reasons)).toEqual({
      [silent]: undefined,
      [told]: 'Too far away',
      [approved]: undefined,
    })
  })
})

describe('GET /my-events/{id}', () => {
  it('is what its submitter wrote', async () => {
    const { token } = await test.signIn()
    const price = { price: 0, is_donation: true }
    const photo = (await jpeg()).toString('base64')
    const written = submission({ ...price, email: 'Work@Example.com', photo })
    const id = await submit(test, written, { token })
    const { photo: _photo, tag_keys: _tags, ...fields } = written
    expect((await get(`/my-events/${id}`, token)).data).toEqual({
      ...fields,
      id,
      status: 'ON_REVIEW',
      has_photo: true,
      tags: [{ id: expect.any(String), key: 'music', name: 'Music' }],
      created_at: at(TEST_NOW),
      updated_at: at(TEST_NOW),
    })
  })

  it('leaves out what was left out, and tells why it was rejected', async () => {
    const { token } = await test.signIn()
    const repeated = {
      days: [1, 3],
      start_hour: 9,
      start_minute: 0,
      end_hour: 10,
      end_minute: 30,
      period_start_date: '2026-06-22',
      period_end_date: '2026-07-22',
      is_all_day: false,
    }
    const {
      price: _price,
      info_url: _url,
      info_links: _links,
      ...bare
    } = submission({ timetable: { repeated } })
    const response = await call(test, 'POST', '/events', { token, key: randomUUID(), body: bare })
    const { id } = response.data as { id: string }
    await review(test, id, { action: 'reject', reason: 'Where is it?' })
    expect((await get(`/events/${id}`, token)).data).toMatchObject({ status: 'REJECTED', is_own: true })
    expect((await get(`/events/${id}`, await test.admin())).data).not.toHaveProperty('is_own')
    const own = (await get(`/my-events/${id}`, token)).data as OwnSubmission
    expect(own).toMatchObject({
      timetable: { repeated },
      review_reason: 'Where is it?',
      info_links: [],
      has_photo: false,
    })
    expect(Object.keys(own)).not.toEqual(expect.arrayContaining(['price']))
    expect(own.info_url).toBeUndefined()
  })

  it('is nobody else’s, not even an administrator’s', async () => {
    const owner = await test.signIn()
    const id = await publish(test, {}, { token: owner.token })
    for (const token of [(await test.signIn()).token, await test.admin()])
      for (const path of [`/my-events/${id}`, `/my-events/${id}/photo`])
        expect((await get(path, token)).status).toBe(404)
    for (const path of [`/my-events/${id}`, `/my-events/${id}/photo`])
      expect((await get(path)).status).toBe(401)
    expect((await get('/my-events/no-id', owner.token)).status).toBe(404)
  })
})

describe('GET /my-events/{id}/photo', () => {
  it('is the photo in its largest size', async () => {
    const { token } = await test.signIn()
    const photo = (await jpeg('#aa3322', 640, 480)).toString('base64')
    const id = await submit(test, { photo }, { token })
    const response = await get(`/my-events/${id}/photo`, token)
    expect(response.headers['cache-control']).toBe('no-store')
    const { type, data } = response.data as { type: string; data: string }
    expect(type).toBe('image/jpeg')
    expect(await sharp(Buffer.from(data, 'base64')).metadata()).toMatchObject({
      format: 'jpeg',
      width: 640,
      height: 480,
    })
    // It can be sent again as it is.
    await submit(test, { photo: data }, { token })
  })

  it('is not there without one, or when its file is lost', async () => {
    const { token } = await test.signIn()
    expect((await get(`/my-events/${await submit(test, {}, { token })}/photo`, token)).status).toBe(404)
    const id = await submit(test, { photo: (await jpeg('#010203')).toString('base64') }, { token })
    const [stored] = await test.db.select().from(events).where(eq(events.id, id))
    await rm(join(test.dataDir, 'photos', `${stored?.photoHash}-full.jpg`))
    expect((await get(`/my-events/${id}/photo`, token)).status).toBe(404)
  })
})

describe('submissions without an account', () => {
  it('are claimed in any status by whoever has confirmed their contact address', async () => {
    const person = await test.signIn()
    const { token } = person
    const [mine, upper, foreign] = [
      await visitors(person.email),
      await publish(test, { email: person.email.toUpperCase() }),
      await visitors('ana@example.com'),
    ]
    await review(test, mine, { action: 'reject', reason: 'Too far away' })
    expect((await rowsOf('/my-events/claimable', token)).toSorted(byId)).toMatchObject(
      [
        { id: mine, title: 'Without an account', status: 'REJECTED', review_reason: 'Too far away' },
        { id: upper, status: 'PUBLISHED' },
      ].toSorted(byId),
    )
    expect(await claimed([mine, upper, foreign, randomUUID()], token)).toEqual([mine, upper].toSorted())
    expect((await idsOf('/my-events', token)).toSorted()).toEqual([mine, upper].toSorted())
    expect(await idsOf('/my-events/claimable', token)).toEqual([])
    expect((await get(`/my-events/${mine}`, token)).status).toBe(200)
  })

  it('stay with the account that has them, whatever address they carry', async () => {
    const [ana, rui] = [await test.signIn(), await test.signIn()]
    const id = await submit(test, { email: ana.email }, { token: rui.token })
    expect(await idsOf('/my-events/claimable', ana.token)).toEqual([])
    expect(await claimed([id], ana.token)).toEqual([])
    expect(await idsOf('/my-events', rui.token)).toEqual([id])
  })

  it('are claimed once by two requests at once, and both are told so', async () => {
    const { email, token } = await test.signIn()
    const ids = [await visitors(email), await visitors(email), await visitors(email)].toSorted()
    const both = await Promise.all([claimed(ids, token), claimed(ids.toReversed(), token)])
    expect(both).toEqual([ids, ids])
    expect(await claimed(ids, token)).toEqual(ids)
  })

  it('are claimed without a deadlock while a deletion locks the same events and the account', async () => {
    const { id: userId, email, token } = await test.signIn()
    const id = await visitors(email)
    const [claiming] = await test.db.transaction(async (tx) => {
      await tx.select().from(events).where(eq(events.id, id)).for('update')
      const claims = claimed([id], token)
      await untilBlocked(tx)
      // It locks the account after its events.
      await tx.select().from(users).where(eq(users.id, userId)).for('update')
      // The promise is in a list: the transaction must not wait for it.
      return [claims] as const
    })
    expect(await claiming).toEqual([id])
  })

  it('change nothing that the public sees when they are claimed', async () => {
    const { email, token } = await test.signIn()
    const id = await publish(test, { email, title: 'Public all the same' })
    const [before, programme, list] = [
      await syncProgramme(test),
      await get(`/events/${id}`),
      await listed(test),
    ]
    test.clock.advance({ minutes: 5 })
    expect(await claimed([id], token)).toEqual([id])
    expect(await syncProgramme(test, before.cursor)).toMatchObject({
      items: [],
      removed: [],
      cursor: before.cursor,
    })
    expect((await get(`/events/${id}`)).data).toEqual(programme.data)
    expect(await listed(test)).toEqual(list)
  })

  it('no longer expire once they are claimed', async () => {
    const { email, token } = await test.signIn()
    const [kept, left] = [await visitors(email), await visitors(email)]
    await claimed([kept], token)
    test.clock.advance({ days: 61 })
    await test.maintenance.run()
    const { token: later } = (await signInAgain(email)) ?? {}
    expect(await idsOf('/my-events', later ?? '')).toEqual([kept])
    expect(await idsOf('/my-events/claimable', later ?? '')).not.toContain(left)
  })

  it('are claimed with a list of ids, by who is signed in', async () => {
    const { token } = await test.signIn()
    expect((await claim([randomUUID()])).status).toBe(401)
    expect((await get('/my-events/claimable')).status).toBe(401)
    expect((await claim([], token)).status).toBe(422)
    expect((await claim(['no id'], token)).status).toBe(422)
    expect(
      (
        await claim(
          Array.from({ length: 101 }, () => randomUUID()),
          token,
        )
      ).status,
    ).toBe(422)
    expect(await claimed([randomUUID()], token)).toEqual([])
  })

  it('are found by their index among many', { tags: ['full'] }, async () => {
    const { email } = await test.signIn()
    await test.db.execute(sql`
      insert into events (id, title, description, email, location_name, latitude, longitude, timetable)
      select gen_random_uuid(), 'Many', 'Many', 'person-' || n || '@example.com', 'Praia', 38.9, -9.4, '{"list":[]}'
      from generate_series(1, 20000) n`)
    await test.db.execute(sql`analyze events`)
    const { rows } = await test.db.execute<{ 'QUERY PLAN': string }>(sql`
      explain select id from events where user_id is null and lower(email) = ${email}
      order by created_at desc, id limit 11`)
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('events_ownerless')
    await test.db.execute(sql`delete from events where title = 'Many'`)
  })
})

describe('the limits of a person’s own events', () => {
  it('bound how many photos are read and how often is claimed', async () => {
    const limited = await buildTestApp({ limits: LIMITS })
    try {
      const { token } = await limited.signIn()
      const path = `/my-events/${randomUUID()}/photo`
      const statuses = new Set<number>()
      for (let number = 0; number < 300; number += 1)
        statuses.add((await call(limited, 'GET', path, { token })).status)
      expect([...statuses]).toEqual([404])
      const refused = await call(limited, 'GET', path, { token })
      expect([refused.status, refused.headers['retry-after']]).toEqual([429, '900'])
      // The other account on the same network has used up nothing.
      const other = await limited.signIn()
      expect((await call(limited, 'GET', path, { token: other.token })).status).toBe(404)
    } finally {
      await limited.close()
    }
  })
})

function byId(one: { id: string }, other: { id: string }): number {
  return one.id < other.id ? -1 : 1
}

/** Earlier access tokens have expired. */
async function signInAgain(email: string): Promise<{ token: string } | undefined> {
  const body = { email, password: 'correct horse battery' }
  const response = await call(test, 'POST', '/auth/login', { body })
  return { token: (response.data as { access_token: { token: string } }).access_token.token }
}
