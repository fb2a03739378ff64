import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp } from '@tests/support/server/app'
import type { TestApp } from '@tests/support/server/app'
import { call } from '@tests/support/server/calls'
import { createSharedCounts } from '@/server/http/limits/counters/window-counts'
import { limitCounts } from '@/server/platform/database/schema'

// Two servers of one database, and what a visitor may write on both of them.

const HOUR_MS = 3_600_000
const MAX = 5

let one: TestApp
let other: TestApp
beforeAll(async () => {
  const options = {
    sharesLimits: true,
    limits: { sendSupportMessage: [{ by: 'network' as const, max: MAX, windowMs: HOUR_MS, isNarrow: true }] },
  }
  one = await buildTestApp(options)
  other = await buildTestApp({ ...options, beside: one })
})
beforeEach(() => one.db.delete(limitCounts))
afterAll(async () => {
  await other.close()
  await one.close()
})

const write = (server: TestApp, from: string) =>
  call(server, 'POST', '/contact-form', {
    body: {
      first_name: 'A',
      last_name: 'B',
      email: `${randomUUID()}@example.com`,
      topic: 'Other',
      message: 'Hi',
    },
    remoteAddress: from,
  })
const isStored = ({ status }: { status: number }) => status === 201

describe('a limit', () => {
  it('is one over all servers, also for what comes at once', async () => {
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, number) => write(number % 2 === 0 ? one : other, '192.0.2.1')),
    )
    expect(all.filter(isStored)).toHaveLength(MAX)
    const refused = await write(other, '192.0.2.1')
    expect([refused.status, Number(refused.headers['retry-after']) > 3590]).toEqual([429, true])
    expect(isStored(await write(other, '192.0.2.2'))).toBe(true)
  })

  it('counts nothing that was refused or has failed, and ends with its window', async () => {
    const rows = () => one.db.select({ count: limitCounts.count }).from(limitCounts)
    for (let number = 0; number < MAX + 3; number += 1) await write(one, '192.0.2.3')
    expect(await rows()).toEqual([{ count: MAX }])
    one.clock.advance({ hours: 1 })
    other.clock.advance({ hours: 1 })
    expect(isStored(await write(other, '192.0.2.3'))).toBe(true)
    expect(await rows()).toEqual([{ count: 1 }])
  })

  it('holds neither addresses nor anything else that is somebody’s', async () => {
    await write(one, '192.0.2.4')
    const [row] = await one.db.select().from(limitCounts)
    expect(row?.key).toMatch(/^[\w-]{22}$/)
  })
})

const clock = { nowMs: () => 1_000_000 }
const windows = ['a', 'b'].map((key) => ({ key, windowMs: 60_000 }))
const counted = async (counts: ReturnType<typeof createSharedCounts>) =>
  (await counts.peek(['a', 'b'])).map(({ count }) => count)

describe('shared counts', () => {
  it('take back what they have counted, on all servers', async () => {
    const [first, second] = [one.db, other.db].map((db) => createSharedCounts({ db, clock }))
    if (first === undefined || second === undefined) throw new Error('two were made')
    const { takeBack } = await first.add(windows)
    const { before } = await second.add(windows)
    expect(before).toEqual([
      { count: 1, leftMs: 60_000 },
      { count: 1, leftMs: 60_000 },
    ])
    await takeBack()
    expect(await counted(first)).toEqual([1, 1])
    expect(second.known(['a']).map(({ count }) => count)).toEqual([2])
    expect(await counted(second)).toEqual([1, 1])
    expect(second.known(['a']).map(({ count }) => count)).toEqual([1])
  })

  it('go with the transaction of the write in which they are counted', async () => {
    const counts = createSharedCounts({ db: one.db, clock })
    await one.db
      .transaction(async (tx) => {
        await counts.add(windows, tx)
        throw new Error('rolled back')
      })
      .catch(() => undefined)
    expect(await counted(counts)).toEqual([0, 0])
  })

  it('go on with what was seen while the database is away', async () => {
    let isAway = false
    const db = new Proxy(one.db, {
      get: (target, name, receiver) =>
        isAway && name === 'execute'
          ? () => Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }))
          : (Reflect.get(target, name, receiver) as unknown),
    })
    const counts = createSharedCounts({ db, clock })
    await counts.add(windows)
    isAway = true
    const { before, takeBack } = await counts.add(windows)
    expect(before.map(({ count }) => count)).toEqual([1, 1])
    expect(await counted(counts)).toEqual([2, 2])
    await takeBack()
    expect(await counted(counts)).toEqual([1, 1])
  })
})
