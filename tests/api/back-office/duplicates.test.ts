import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { TEST_NOW, buildTestApp, type TestApp } from '@tests/support/server/app'
import { edit, inBackOffice } from '@tests/support/server/back-office'
import { publish, submit } from '@tests/support/server/calls'
import { block, weekly } from '@tests/support/server/timetables'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterEach(() => test.clock.set(TEST_NOW))
afterAll(() => test.close())

const duplicatesOf = async (id: string) => (await inBackOffice(test, id)).duplicates.map((one) => one.id)
const on = (day: string) => ({ list: [block(`${day} 19:00`, `${day} 22:00`)] })

describe('duplicates', () => {
  it('follow an edit of the title and of the dates', async () => {
    const original = await submit(test, { title: 'Moved', timetable: on('2026-07-01') })
    const other = await submit(test, { title: 'Not moved', timetable: on('2026-07-02') })
    expect(await duplicatesOf(other)).toEqual([])
    await edit(test, other, { title: 'MOVED', timetable: on('2026-07-02') })
    expect(await duplicatesOf(other)).toEqual([])
    await edit(test, other, { title: 'MOVED', timetable: on('2026-07-01') })
    expect(await duplicatesOf(other)).toEqual([original])
    expect(await duplicatesOf(original)).toEqual([other])
  })

  it('go by the day in the village, not in UTC', async () => {
    const late = { list: [block('2026-07-08 00:30', '2026-07-08 02:00')] }
    const original = await submit(test, { title: 'After midnight', timetable: late })
    const evening = await submit(test, { title: 'After midnight', timetable: on('2026-07-08') })
    expect(await duplicatesOf(evening)).toEqual([original])
  })

  it('are found on days that a recurring event reaches later', async () => {
    const recurring = await publish(test, {
      title: 'Every Monday',
      timetable: weekly({ days: [1], from: '2026-06-15', to: '2027-06-30' }),
    })
    const once = await submit(test, { title: 'Every Monday', timetable: on('2026-09-28') })
    expect(await duplicatesOf(once)).toEqual([])
    test.clock.advance({ days: 28 })
    await test.maintenance.run()
    expect(await duplicatesOf(once)).toEqual([recurring])
  })
})
