import { randomUUID } from 'node:crypto'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { count, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { TEST_NOW, buildTestApp, type TestApp } from '@tests/support/server/app'
import { at, call, publish } from '@tests/support/server/calls'

import type { ProgrammeEvent } from '@/contract/events/events'

import { jobs, schedules, sessions } from '@/server/platform/database/schema'
import { mailDir } from '@/server/platform/mail/file-mailer'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterEach(() => test.clock.set(TEST_NOW))
afterAll(() => test.close())

const everyMonday = {
  tag_keys: ['yoga'],
  timetable: {
    repeated: {
      days: [1],
      start_hour: 18,
      start_minute: 0,
      end_hour: 19,
      end_minute: 0,
      period_start_date: '2026-06-15',
      period_end_date: '2027-06-30',
      is_all_day: false,
    },
  },
}

async function stored(id: string): Promise<number> {
  const [row] = await test.db.select({ count: count() }).from(schedules).where(eq(schedules.eventId, id))
  return row?.count ?? 0
}

describe('maintenance', () => {
  it('stores recurring events ninety days ahead, adds nothing twice, and syncs them to replicas', async () => {
    const id = await publish(test, everyMonday)
    const { cursor } = (await call(test, 'GET', '/events/list')).data as { cursor: string }
    expect(await stored(id)).toBe(13)
    test.clock.advance({ days: 28 })
    await test.maintenance.run()
    await test.maintenance.run()
    test.clearCaches()
    expect(await stored(id)).toBe(17)
    const news = (await call(test, 'GET', `/events/list?since=${cursor}`)).data as { items: ProgrammeEvent[] }
    expect(news.items.find((event) => event.id === id)?.schedules.at(-1)?.start_time).toBe(
      at('2026-10-05T17:00:00Z'),
    )
  })

  it('deletes old mails, sessions and jobs, and no younger ones', async () => {
    const daysAgo = (days: number) => new Date(test.clock.nowMs() - days * 86_400_000)
    const mail = join(mailDir(test.dataDir), 'old.eml')
    await mkdir(mailDir(test.dataDir), { recursive: true })
    await writeFile(mail, 'To somebody')
    await utimes(mail, daysAgo(31), daysAgo(31))
    const { id: userId } = await test.signIn()
    await test.db.delete(sessions)
    const life = { userId, createdAt: daysAgo(60), lastUsedAt: daysAgo(60) }
    await test.db.insert(sessions).values([
      { id: randomUUID(), ...life, expiresAt: daysAgo(8) },
      { id: randomUUID(), ...life, expiresAt: daysAgo(6) },
    ])
    const job = { kind: 'none', payload: {}, runAt: daysAgo(60), createdAt: daysAgo(60) }
    await test.db.insert(jobs).values([
      { id: randomUUID(), ...job, dedupeKey: 'long done', doneAt: daysAgo(31) },
      { id: randomUUID(), ...job, dedupeKey: 'done', doneAt: daysAgo(29) },
      { id: randomUUID(), ...job, dedupeKey: 'not done' },
    ])

    await test.maintenance.run()
    expect(await readdir(mailDir(test.dataDir))).not.toContain('old.eml')
    expect(await test.db.select({ endsAt: sessions.expiresAt }).from(sessions)).toEqual([
      { endsAt: daysAgo(6) },
    ])
    const kept = test.db.select({ key: jobs.dedupeKey }).from(jobs).where(eq(jobs.kind, 'none'))
    expect((await kept).map(({ key }) => key).toSorted()).toEqual(['done', 'not done'])
  })
})
