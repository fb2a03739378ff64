import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { randomUUID } from 'node:crypto'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { call, eventLinks, listed, publish, submit } from '@tests/support/server/calls'
import { nextChange } from '@/server/platform/database/events/change-log'
import { events } from '@/server/platform/database/schema'

let test: TestApp
beforeEach(async () => {
  test = await buildTestApp()
})
afterEach(() => test.close())

/** Renames every event behind the back of the response cache: a response with the old title comes from there. */
async function rename(title: string): Promise<void> {
  await test.db.transaction(async (tx) => {
    const changeSeq = await nextChange(tx)
    await tx.update(events).set({ title, status: 'PUBLISHED', changeSeq })
  })
  test.programme.expire()
}

async function titleIn(path: string, headers: Record<string, string> = {}): Promise<string | undefined> {
  const { data } = await call(test, 'GET', path, { headers })
  return (data as { items: { title: string }[] }).items[0]?.title
}

describe('two requests that mean the same', () => {
  it.each([
    ['a parameter that means nothing', '/events?z=1', '/events?z=2'],
    ['how its defaults are written', '/events', '/events?page=01&per_page=6'],
  ])('share a response: they differ in %s', async (_, one, other) => {
    await submit(test)
    await rename('Old title')
    expect(await titleIn(one)).toBe('Old title')
    await rename('New title')
    expect(await titleIn(other)).toBe('Old title')
    // Found by its URL from here on.
    expect(await titleIn(other)).toBe('Old title')
    test.clock.advance({ seconds: 16 })
    expect(await titleIn(other)).toBe('New title')
  })

  it('do not, when they differ in the window, or came to different hosts', async () => {
    await submit(test)
    await rename('Old title')
    expect(await titleIn('/events')).toBe('Old title')
    await rename('New title')
    expect(await titleIn('/events?start_date=2026-06-15T10:00:00Z')).toBe('New title')
    expect(await titleIn('/events', { host: 'other.example' })).toBe('New title')
  })
})

it('what an organiser says by the link of a mail is public at once', async () => {
  const id = await publish(test)
  const stateListed = async () => (await listed(test)).items.map(({ state }) => state)
  expect(await stateListed()).toEqual([undefined])
  const token = eventLinks.manageTokenOf({ id, email: 'ana@example.com' })
  const body = { token, seen: null, state: 'cancelled' }
  const { status } = await call(test, 'PUT', `/events/${id}/manage/state`, { key: randomUUID(), body })
  expect(status).toBe(200)
  expect(await stateListed()).toEqual(['cancelled'])
})

it('the owner of an event reads it past the cache, in any spelling of its id', async () => {
  const { token } = await test.signIn()
  const id = await submit(test, {}, { token })
  expect((await call(test, 'GET', `/events/${id}`)).status).toBe(404)
  const own = await call(test, 'GET', `/events/${id.toUpperCase()}`, { token })
  expect(own.headers['cache-control']).toBe('no-store')
  expect(own.data).toMatchObject({ id, status: 'ON_REVIEW' })
  expect((await call(test, 'GET', `/events/${id.toUpperCase()}`)).status).toBe(404)
})
