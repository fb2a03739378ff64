import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { call, review, submit } from '@tests/support/server/calls'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

describe('GET /events/{id}', () => {
  it('hides an event on review from visitors and from other people', async () => {
    const owner = await test.signIn()
    const other = await test.signIn()
    const id = await submit(test, {}, { token: owner.token })
    expect((await call(test, 'GET', `/events/${id}`)).error?.code).toBe('NOT_FOUND')
    expect((await call(test, 'GET', `/events/${id}`, { token: other.token })).error?.code).toBe('NOT_FOUND')
  })

  it('shows an event on review to its owner and to administrators, and says that it is', async () => {
    const owner = await test.signIn()
    const id = await submit(test, {}, { token: owner.token })
    const seenWith = async (token: string) => (await call(test, 'GET', `/events/${id}`, { token })).data
    expect(await seenWith(owner.token)).toMatchObject({ id, status: 'ON_REVIEW' })
    expect(await seenWith(await test.admin())).toMatchObject({ id, status: 'ON_REVIEW' })
    await review(test, id, { action: 'approve' })
    expect(await seenWith(owner.token)).toMatchObject({ id, status: 'PUBLISHED' })
    expect(await seenWith((await test.signIn()).token)).not.toHaveProperty('status')
  })

  it.each(['nonsense', '00000000-0000-4000-8000-000000000000'])('does not know the event %s', async (id) => {
    expect((await call(test, 'GET', `/events/${id}`)).error?.code).toBe('NOT_FOUND')
  })
})
