import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TEST_NOW, buildTestApp, type TestApp } from '@tests/support/server/app'
import { byAdmin } from '@tests/support/server/back-office'
import { at, call } from '@tests/support/server/calls'
import { devices, notifications, users } from '@/server/platform/database/schema'

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

describe('devices and notifications in the back office', () => {
  it('are listed, the newest first', async () => {
    const { id: userId } = await test.signIn()
    const ids = [randomUUID(), randomUUID()]
    await test.db.insert(devices).values(
      ids.map((id, index) => ({
        id,
        userId,
        deviceId: `device ${index}`,
        deviceToken: `token ${index}`,
        createdAt: minutesLater(index),
        updatedAt: minutesLater(9),
      })),
    )
    await test.db.insert(notifications).values(
      ids.map((id, index) => ({
        id,
        userId,
        deviceId: id,
        title: `Title ${index}`,
        body: `Body ${index}`,
        data: { event_id: 'x', deep: { list: [1, null] } },
        createdAt: minutesLater(index),
        updatedAt: minutesLater(9),
      })),
    )
    expect(await list('/devices')).toEqual({
      has_more: false,
      items: [1, 0].map((index) => ({
        id: ids[index],
        device_id: `device ${index}`,
        device_token: `token ${index}`,
        created_at: at(TEST_NOW) + index * 60,
        updated_at: at(TEST_NOW) + 540,
      })),
    })
    const page = await list('/notifications?per_page=1')
    expect(page).toEqual({
      has_more: true,
      items: [
        {
          id: ids[1],
          title: 'Title 1',
          body: 'Body 1',
          data: { event_id: 'x', deep: { list: [1, null] } },
          created_at: at(TEST_NOW) + 60,
          updated_at: at(TEST_NOW) + 540,
        },
      ],
    })
    expect((await byAdmin(test, 'GET', '/devices?page=0')).status).toBe(422)
  })
})

describe('support messages in the back office', () => {
  it('are all listed, the newest first, and deleted for good', async () => {
    const send = async (message: string) => {
      const body = { first_name: 'Rui', last_name: 'Reis', email: 'rui@example.com', topic: 'Other', message }
      const response = await call(test, 'POST', '/contact-form', { body })
      test.clock.advance({ seconds: 1 })
      return response.data as { id: string; created_at: number }
    }
    const [first, second] = [await send('First'), await send('Second')]
    const ids = [first.id, second.id]
    const items = async () =>
      ((await byAdmin(test, 'GET', '/contact-forms')).data as { items: { id: string }[] }).items
    expect(await items()).toMatchObject([
      { ...second, message: 'Second' },
      { ...first, message: 'First', first_name: 'Rui', last_name: 'Reis', topic: 'Other' },
    ])
    expect((await byAdmin(test, 'DELETE', `/contact-forms/${ids[1]}`)).data).toEqual({})
    expect((await items()).map(({ id }) => id)).toEqual([ids[0]])
    expect((await byAdmin(test, 'DELETE', `/contact-forms/${ids[1]}`)).status).toBe(404)
  })
})
