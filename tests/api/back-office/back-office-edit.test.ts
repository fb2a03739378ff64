import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, buildTestApp, type TestApp } from '@tests/support/server/app'
import { edit, inBackOffice, syncProgramme } from '@tests/support/server/back-office'
import { at, publish, review, submit, titles } from '@tests/support/server/calls'
import { TEMPLATE_WEEKLY, block, weekly } from '@tests/support/server/timetables'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
beforeEach(() => test.clock.set(TEST_NOW))
afterAll(() => test.close())

const starts = (event: { schedules: { start_time: number }[] }) =>
  event.schedules.map(({ start_time }) => new Date(start_time * 1000).toISOString())

describe('editing an event', () => {
  it('changes what is said, in every list at once, and leaves its status', async () => {
    const id = await publish(test, { title: 'Before', tag_keys: ['yoga'] })
    expect(await titles(test, '?tags=yoga')).toContain('Before')
    test.clock.advance({ minutes: 5 })
    const response = await edit(test, id, {
      title: '  After ',
      tag_keys: ['yoga', 'food'],
      price: 12.34,
      info_url: 'https://example.com/after',
      location_name: 'Jogo da Bola',
      latitude: 38.9629,
      longitude: -9.4171,
    })
    expect(response.status).toBe(200)
    expect(response.data).toMatchObject({
      id,
      title: 'After',
      status: 'PUBLISHED',
      price: 12.34,
      info_url: 'https://example.com/after',
      location_name: 'Jogo da Bola',
      updated_at: at(TEST_NOW) + 300,
      created_at: at(TEST_NOW),
      email: 'ana@example.com',
    })
    expect(await titles(test, '?tags=yoga')).toContain('After')
    expect(await titles(test, '?tags=food')).toContain('After')
  })

  it('is no publication: an event on review stays out of sight', async () => {
    const id = await submit(test, { title: 'Still waiting' })
    const { cursor } = await syncProgramme(test)
    expect((await edit(test, id, { title: 'Still waiting, better' })).data).toMatchObject({
      status: 'ON_REVIEW',
    })
    expect(await syncProgramme(test, cursor)).toMatchObject({ items: [], removed: [] })
  })
})

describe('editing a timetable', () => {
  it('replaces what is to come and leaves what is over', async () => {
    const id = await publish(test, { timetable: weekly({ days: [3], from: '2026-06-15', to: '2026-07-15' }) })
    test.clock.set('2026-06-26T12:00:00Z')
    const { data } = await edit(test, id, {
      timetable: weekly({ days: [4], from: '2026-06-15', to: '2026-07-15' }),
    })
    expect(starts(data as never)).toEqual([
      '2026-06-17T08:00:00.000Z',
      '2026-06-24T08:00:00.000Z',
      '2026-07-02T08:00:00.000Z',
      '2026-07-09T08:00:00.000Z',
    ])
  })

  it('stores no past of an event that was never published', async () => {
    const id = await submit(test, {
      title: 'Moved during review',
      tag_keys: ['food'],
      timetable: {
        list: [block('2026-06-16 19:00', '2026-06-16 22:00'), block('2026-06-20 19:00', '2026-06-20 22:00')],
      },
    })
    test.clock.set('2026-06-18T12:00:00Z')
    const { data } = await edit(test, id, {
      title: 'Moved during review',
      tag_keys: ['food'],
      timetable: { list: [block('2026-06-27 19:00', '2026-06-27 22:00')] },
    })
    expect(starts(data as never)).toEqual(['2026-06-27T18:00:00.000Z'])
    await review(test, id, { action: 'approve' })
    const thatDay = '?tags=food&start_date=2026-06-16T00:00:00Z&end_date=2026-06-17T00:00:00Z'
    expect(await titles(test, thatDay)).not.toContain('Moved during review')
  })

  it('preserves the id of an occurrence that stays', async () => {
    const [unchanged, dropped] = [
      block('2026-06-20 19:00', '2026-06-20 22:00'),
      block('2026-06-21 19:00', '2026-06-21 22:00'),
    ]
    const id = await publish(test, { timetable: { list: [unchanged, dropped] } })
    const before = await inBackOffice(test, id)
    const added = block('2026-06-22 19:00', '2026-06-22 22:00')
    await edit(test, id, { timetable: { list: [unchanged, added] } })
    const after = await inBackOffice(test, id)
    expect(after.schedules[0]).toEqual(before.schedules[0])
    expect(starts(after)).toEqual(['2026-06-20T18:00:00.000Z', '2026-06-22T18:00:00.000Z'])
  })

  it('takes times in the past from an event that has begun, and only from such', async () => {
    const past = { list: [block('2026-06-19 19:00', '2026-06-19 22:00')] }
    const id = await publish(test)
    test.clock.set('2026-06-20T12:00:00Z')
    expect((await edit(test, id, { timetable: past })).status).toBe(422)
    test.clock.set('2026-06-20T18:00:01Z')
    expect((await edit(test, id, { timetable: past })).status).toBe(200)
  })

  it('never leaves an event without a schedule', async () => {
    const id = await publish(test)
    test.clock.set('2026-06-20T18:30:00Z')
    const over = { list: [block('2026-06-20 16:00', '2026-06-20 18:00')] }
    expect((await edit(test, id, { timetable: over })).data).toMatchObject({
      start_time: at('2026-06-20T15:00:00Z'),
    })
  })
})

describe('a recurring event in the back office', () => {
  it('has predictions without id after the 90 days that are stored', async () => {
    const id = await submit(test, { timetable: TEMPLATE_WEEKLY })
    const { schedules } = await inBackOffice(test, id)
    const horizon = at(TEST_NOW) + 90 * 86_400
    expect(schedules.every((one) => (one.id === undefined) === one.start_time > horizon)).toBe(true)
    expect(schedules.some((one) => one.id === undefined)).toBe(true)
    expect(schedules.map(({ start_time }) => start_time)).toEqual(
      schedules.map(({ start_time }) => start_time).toSorted((a, b) => a - b),
    )
  })
})
