import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TEST_NOW, buildTestApp, type TestApp } from '@tests/support/server/app'
import { byAdmin } from '@tests/support/server/back-office'
import { at } from '@tests/support/server/calls'
import { users } from '@/server/platform/database/schema'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

interface Page {
  items: Record<string, unknown>[]
  has_more: boolean
}
const list = async (path: string) => (await byAdmin(test, 'GET', path)).data as Page
const minutesLater = (minutes: number) => new Date(at(TEST_NOW) * 1000 + minutes * 60_000)

describe('users in the back office', () => {
  it('are listed, the newest first, without anything of their passwords', async () => {
    const { data } = await byAdmin(test, 'GET', '/users/count-by-role')
    const before = data as { users: number; admins: number }
    const ids = [randomUUID(), randomUUID(), randomUUID()]
    await test.db.insert(users).values(
      ids.map((id, index) => ({
        id,
        email: `${id}@example.com`,
        name: `Person ${index}`,
        passwordHash: 'secret',
        createdAt: minutesLater(60 * 24 * 365 + index),
        updatedAt: minutesLater(60 * 24 * 365 + 5),
      })),
    )
    const first = await list('/users?per_page=2')
    expect(first.items.map(({ id }) => id)).toEqual([ids[2], ids[1]])
    expect(first.has_more).toBe(true)
    expect((await list('/users?per_page=2&page=2')).items[0]?.id).toBe(ids[0])
    expect(Object.keys(first.items[0] ?? {}).toSorted()).toEqual([
      'created_at',
      'email',
      'id',
      'name',
      'role',
      'updated_at',
    ])
    expect((await byAdmin(test, 'GET', '/users/count-by-role')).data).toEqual({
      ...before,
      users: before.users + 3,
    })
  })

  it('are 20 on a page by default', async () => {
    await test.db.insert(users).values(
      Array.from({ length: 21 }, (_, number) => ({
        id: randomUUID(),
        email: `many-${number}@example.com`,
        name: 'Many',
      })),
    )
    const page = await list('/users')
    expect([page.items.length, page.has_more]).toEqual([20, true])
  })
})
