import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { call, review, submit, titles } from '@tests/support/server/calls'
import { devices, notifications } from '@/server/platform/database/schema'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

describe('reviewing an event', () => {
  it('publishes it at once by approve', async () => {
    const id = await submit(test, { title: 'Wanted', tag_keys: ['yoga'] })
    expect(await titles(test, '?tags=yoga')).toEqual([])
    const response = await review(test, id, { action: 'approve' })
    expect(response.data).toMatchObject({ id, status: 'PUBLISHED' })
    expect(await titles(test, '?tags=yoga')).toEqual(['Wanted'])
  })

  it('hides it by reject', async () => {
    const id = await submit(test, { title: 'Unwanted', tag_keys: ['surf'] })
    expect(
      (await review(test, id, { action: 'reject', reason: 'It is in another village.' })).data,
    ).toMatchObject({ status: 'REJECTED' })
    expect(await titles(test, '?tags=surf')).toEqual([])
    expect((await call(test, 'GET', `/events/${id}`)).status).toBe(404)
  })

  it('is possible once: a second review is a conflict', async () => {
    const id = await submit(test)
    await review(test, id, { action: 'reject' })
    const response = await review(test, id, { action: 'approve' })
    expect([response.status, response.error?.code]).toEqual([409, 'CONFLICT'])
  })

  it('stores a notification for each device of the owner, in their language', async () => {
    const owner = await test.signIn()
    for (const name of ['phone', 'tablet'])
      await test.db
        .insert(devices)
        .values({ id: randomUUID(), deviceId: `${owner.id}-${name}`, deviceToken: 'token', userId: owner.id })
    const id = await submit(
      test,
      { title: 'Noite de Fado' },
      { token: owner.token, headers: { 'accept-language': 'pt' } },
    )
    await review(test, id, { action: 'approve' })
    const stored = (await test.db.select().from(notifications)).filter(({ userId }) => userId === owner.id)
    expect(stored).toHaveLength(2)
    expect(stored[0]).toMatchObject({
      title: 'O seu evento foi publicado',
      data: { event_id: id, status: 'PUBLISHED' },
    })
  })
})
