import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, buildTestApp, type TestApp } from '@tests/support/server/app'
import { inBackOffice } from '@tests/support/server/back-office'
import { call, publish, review, submit } from '@tests/support/server/calls'
import { block, weekly } from '@tests/support/server/timetables'
import { contactForms, events } from '@/server/platform/database/schema'

// The data that people gave us is stored as long as the privacy page says, and no longer.

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
beforeEach(() => test.clock.set(TEST_NOW))
afterAll(() => test.close())

const newAddress = () => `${randomUUID()}@example.com`
const stored = async (id: string) => (await test.db.select().from(events).where(eq(events.id, id)))[0]
const afterMaintenance = async (days: number) => {
  test.clock.set(TEST_NOW)
  test.clock.advance({ days })
  await test.maintenance.run()
}

describe('an event that nobody reviews', () => {
  it('is deleted after sixty days, without a mail', async () => {
    const id = await submit(test, { email: newAddress() })
    await test.jobs.runDue()
    test.mails.sent.length = 0
    await afterMaintenance(59)
    expect(await stored(id)).toBeDefined()
    await afterMaintenance(61)
    expect(await stored(id)).toBeUndefined()
    await test.jobs.runDue()
    expect(test.mails.sent).toEqual([])
  })

  it('stays when an account submitted it, not when somebody typed the address of one', async () => {
    const ana = await test.signIn()
    const own = await submit(test, { email: newAddress() }, { token: ana.token })
    const rejected = await submit(test, { email: newAddress() }, { token: ana.token })
    await review(test, rejected, { action: 'reject' })
    const typed = await submit(test, { email: ana.email.toUpperCase() })
    await afterMaintenance(400)
    expect(await stored(own)).toBeDefined()
    expect(await stored(rejected)).toBeDefined()
    expect(await stored(typed)).toBeUndefined()
  })

  it('stays when an import has made it: that somebody rejected it is not forgotten', async () => {
    const ids = [await submit(test, { email: newAddress() }), await submit(test, { email: newAddress() })]
    for (const id of ids) await test.db.update(events).set({ importUid: id }).where(eq(events.id, id))
    await review(test, ids[1] ?? '', { action: 'reject' })
    await afterMaintenance(400)
    expect((await Promise.all(ids.map(stored))).map((event) => event?.status)).toEqual([
      'ON_REVIEW',
      'REJECTED',
    ])
  })
})

describe('an event of a visitor that was rejected', () => {
  it('is deleted sixty days after that', async () => {
    const id = await submit(test, { email: newAddress() })
    test.clock.advance({ days: 30 })
    await review(test, id, { action: 'reject', reason: 'No' })
    await afterMaintenance(89)
    expect(await stored(id)).toBeDefined()
    await afterMaintenance(91)
    expect(await stored(id)).toBeUndefined()
  })
})

describe('a contact address', () => {
  it('is removed a year after the last occurrence', async () => {
    const id = await publish(test, {
      timetable: {
        list: [block('2026-06-20 19:00', '2026-06-20 22:00'), block('2026-09-20 19:00', '2026-09-20 22:00')],
      },
    })
    test.clock.set('2027-09-20T20:59:00Z')
    await test.maintenance.run()
    expect((await stored(id))?.email).toBe('ana@example.com')
    test.clock.set('2027-09-20T21:01:00Z')
    await test.maintenance.run()
    expect(await stored(id)).toMatchObject({ email: '', title: 'Sunset Sessions', status: 'PUBLISHED' })
    expect((await inBackOffice(test, id)).email).toBe('')
  })

  it('stays while a recurring event goes on', async () => {
    const id = await publish(test, {
      timetable: weekly({ days: [1], from: '2026-06-15', to: '2029-06-15' }),
    })
    await afterMaintenance(2 * 365)
    expect((await stored(id))?.email).toBe('ana@example.com')
    await afterMaintenance(5 * 365)
    await test.maintenance.run()
    expect((await stored(id))?.email).toBe('')
  })
})

describe('other things that people gave us', () => {
  it('a support message is deleted after two years', async () => {
    const send = () =>
      call(test, 'POST', '/contact-form', {
        key: randomUUID(),
        body: {
          first_name: 'Rui',
          last_name: 'Costa',
          email: 'rui@example.com',
          topic: 'Other',
          message: 'Where can I park?',
        },
      })
    await send()
    test.clock.set('2028-06-15T09:59:00Z')
    await test.maintenance.run()
    expect(await test.db.select().from(contactForms)).toHaveLength(1)
    await send()
    test.clock.set('2028-06-15T10:01:00Z')
    await test.maintenance.run()
    expect(await test.db.select().from(contactForms)).toHaveLength(1)
  })
})
