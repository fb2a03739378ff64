import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp } from '@tests/support/server/app'
import type { TestApp } from '@tests/support/server/app'
import { call, publish, review, submit } from '@tests/support/server/calls'
import type { ProgrammeEvent } from '@/contract/events/events'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

describe('GET /events/{id}', () => {
  it('shows a published event to everyone, with its schedules', async () => {
    const id = await publish(test)
    const response = await call(test, 'GET', `/events/${id}`)
    expect(response.status).toBe(200)
    expect(response.data).toMatchObject({ id, title: 'Sunset Sessions', schedules: [{ is_all_day: false }] })
  })

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

  it('does not cache what an owner sees for the visitors after them', async () => {
    const owner = await test.signIn()
    const id = await submit(test, {}, { token: owner.token })
    const seen = await call(test, 'GET', `/events/${id}`, { token: owner.token })
    expect(seen.headers['cache-control']).toBe('no-store')
    expect((await call(test, 'GET', `/events/${id}`)).status).toBe(404)
  })

  it('responds to a bad token with 401 instead of treating its sender as a visitor', async () => {
    const id = await publish(test)
    const response = await call(test, 'GET', `/events/${id}`, { token: 'not.a.token' })
    expect(response.status).toBe(401)
    expect(response.headers['www-authenticate']).toBe('Bearer')
  })

  it.each(['nonsense', '00000000-0000-4000-8000-000000000000'])('does not know the event %s', async (id) => {
    expect((await call(test, 'GET', `/events/${id}`)).error?.code).toBe('NOT_FOUND')
  })

  it('shows the last occurrence of an event that is over', async () => {
    const id = await publish(test, {
      timetable: {
        list: [
          { start_time: '2026-06-16 10:00:00', end_time: '2026-06-16 11:00:00', is_all_day: false },
          { start_time: '2026-06-17 10:00:00', end_time: '2026-06-17 11:00:00', is_all_day: false },
        ],
      },
    })
    test.clock.set('2026-06-18T10:00:00Z')
    const event = (await call(test, 'GET', `/events/${id}`)).data as ProgrammeEvent
    expect(event.schedules).toHaveLength(1)
    expect(event.start_time).toBe(Date.UTC(2026, 5, 17, 9) / 1000)
    test.clock.set('2026-06-15T10:00:00Z')
  })

  it('shows a festival that is under way for its day, with the days that are over, as the programme does', async () => {
    const id = await publish(test, {
      timetable: {
        list: [16, 17, 18].map((day) => ({
          start_time: `2026-06-${day} 10:00:00`,
          end_time: `2026-06-${day} 11:00:00`,
          is_all_day: false,
        })),
      },
    })
    test.clock.set('2026-06-17T06:00:00Z')
    const event = (await call(test, 'GET', `/events/${id}`)).data as ProgrammeEvent
    expect(event.start_time).toBe(Date.UTC(2026, 5, 17, 9) / 1000)
    expect(event.schedules.map((one) => one.start_time)).toEqual(
      [16, 17, 18].map((day) => Date.UTC(2026, 5, day, 9) / 1000),
    )
    const { items } = (await call(test, 'GET', '/events/list')).data as { items: ProgrammeEvent[] }
    const { start_time, schedules } = items.find((one) => one.id === id) ?? {}
    expect({ start_time, schedules }).toEqual({ start_time: event.start_time, schedules: event.schedules })
    test.clock.set('2026-06-15T10:00:00Z')
  })

  it('adds the occurrences after the stored ones, without an id', async () => {
    const id = await publish(test, {
      timetable: {
        repeated: {
          days: [1],
          start_hour: 18,
          start_minute: 30,
          end_hour: 20,
          end_minute: 0,
          period_start_date: '2026-06-15',
          period_end_date: '2026-12-31',
          is_all_day: false,
        },
      },
    })
    const event = (await call(test, 'GET', `/events/${id}`)).data as ProgrammeEvent
    // Twenty-nine Mondays, of which the first thirteen are within ninety days.
    expect(event.schedules).toHaveLength(29)
    expect(event.schedules.filter((one) => one.id !== undefined)).toHaveLength(13)
    expect(event.schedules.slice(13).every((one) => one.id === undefined)).toBe(true)
  })
})
