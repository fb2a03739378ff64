import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buildTestApp } from '@tests/support/server/app'
import type { TestApp } from '@tests/support/server/app'
import { call, review } from '@tests/support/server/calls'
import { jpeg, png } from '@tests/support/server/images'
import { submission } from '@tests/support/server/submissions'
import type { ProgrammeEvent } from '@/contract/events/events'
import { problemText } from '@/messages/problem-text'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

const send = (body: unknown) => call(test, 'POST', '/events', { body })
const photoFiles = async () =>
  (await readdir(join(test.dataDir, 'photos'))).filter((name) => name.endsWith('.jpg'))

async function countEvents(): Promise<number> {
  const counts = (
    await call(test, 'GET', '/backoffice/events/count-by-status', { token: await test.admin() })
  ).data
  return (counts as { on_review: number }).on_review
}

describe('POST /events', () => {
  it('accepts a visitor’s event for review', async () => {
    const response = await send(submission())
    expect(response.status).toBe(201)
    expect(response.data).toEqual({
      id: expect.any(String),
      title: 'Sunset Sessions',
      status: 'ON_REVIEW',
      notified_by_mail: true,
    })
  })

  it.each([
    ['nothing', {}, {}],
    ['an amount', { price: 7.5 }, { price: 7.5 }],
    ['that it is free', { price: 0 }, { price: 0 }],
    ['that one gives what one likes', { price: 0, is_donation: true }, { price: 0, is_donation: true }],
    ['two things at once', { price: 5, is_donation: true }, { price: 5 }],
  ])('says of the price what was said: %s', async (_, written, read) => {
    const { price: _price, ...rest } = submission()
    const { id } = (await send({ ...rest, ...written })).data as { id: string }
    await review(test, id, { action: 'approve' })
    const event = (await call(test, 'GET', `/events/${id}`)).data as ProgrammeEvent
    expect({ price: event.price, is_donation: event.is_donation }).toEqual({
      price: undefined,
      is_donation: undefined,
      ...read,
    })
  })

  it('trims texts and drops an empty address', async () => {
    const { id } = (await send(submission({ title: '  Sunset  ', info_url: '' }))).data as { id: string }
    const event = (await call(test, 'GET', `/events/${id}`, { token: await test.admin() })).data
    expect(event).toMatchObject({ title: 'Sunset' })
    expect(event).not.toHaveProperty('info_url')
  })

  it.each([
    ['title', 'ab', 'title_too_short'],
    ['email', 'ana@example.com\r\nBcc: all@example.com', 'email_invalid'],
    ['info_url', 'javascript:alert(1)', 'url_invalid'],
    ['tag_keys', [], 'tags_required'],
    ['website', 'https://spam.example', 'submission_automated'],
    ['filled_in_ms', 40, 'submission_too_fast'],
  ])('refuses %s %j with the sentence for it', async (path, value, code) => {
    const response = await send({ ...submission(), [path]: value })
    expect(response.status).toBe(422)
    expect(response.error).toMatchObject({
      code: 'VALIDATION_FAILED',
      fields: [{ path, code, message: problemText(code as 'invalid', 'en') }],
    })
  })

  it.each([
    [{ list: [] }, 'timetable.list', 'blocks_required'],
    [
      { list: [{ start_time: '', end_time: '', is_all_day: true }] },
      'timetable.list.0.start_time',
      'start_date_required',
    ],
    [{ list: [{ is_all_day: true }] }, 'timetable.list.0.end_time', 'end_date_required'],
    [{ list: [{ is_all_day: false }] }, 'timetable.list.0.end_time', 'end_time_required'],
    [
      { repeated: { days: [0], is_all_day: true, period_end_date: '' } },
      'timetable.repeated.period_start_date',
      'period_start_required',
    ],
    [
      { repeated: { days: [0], is_all_day: true, period_end_date: '' } },
      'timetable.repeated.period_end_date',
      'period_end_required',
    ],
    [
      { list: [{ start_time: '2026-06-14', end_time: '2026-06-15', is_all_day: true }] },
      'timetable.list.0.start_time',
      'start_date_past',
    ],
    [
      { list: [{ start_time: '2026-06-17', end_time: '2026-06-16', is_all_day: true }] },
      'timetable.list.0.end_time',
      'end_date_before_start',
    ],
    [
      { list: [{ start_time: '2026-06-15 10:59:00', end_time: '2026-06-15 12:00:00', is_all_day: false }] },
      'timetable.list.0.start_time',
      'start_time_past',
    ],
    [
      { list: [{ start_time: '2026-06-16 12:00:00', end_time: '2026-06-16 12:00:00', is_all_day: false }] },
      'timetable.list.0.end_time',
      'end_time_before_start',
    ],
    [
      {
        repeated: {
          days: [],
          period_start_date: '2026-06-16',
          period_end_date: '2026-06-20',
          is_all_day: true,
        },
      },
      'timetable.repeated.days',
      'days_required',
    ],
    [
      {
        repeated: {
          days: [0],
          period_start_date: '2026-06-16',
          period_end_date: '2026-06-17',
          is_all_day: true,
        },
      },
      'timetable.repeated.days',
      'no_occurrence',
    ],
  ])('refuses the timetable %j', async (timetable, path, code) => {
    const response = await send({ ...submission(), timetable })
    expect(response.status).toBe(422)
    expect(response.error?.fields).toContainEqual(expect.objectContaining({ path, code }))
  })

  it('accepts the dates of an all-day block also as times', async () => {
    const block = {
      start_time: '2026-06-17 00:00:00',
      end_time: '2026-06-18 23:59:00',
      is_all_day: true,
    }
    const { id } = (await send({ ...submission(), timetable: { list: [block] } })).data as { id: string }
    const token = await test.admin()
    expect((await call(test, 'GET', `/backoffice/events/${id}`, { token })).data).toMatchObject({
      timetable: { list: [{ start_time: '2026-06-17', end_time: '2026-06-18', is_all_day: true }] },
      start_time: Date.parse('2026-06-16T23:00:00Z') / 1000,
      end_time: Date.parse('2026-06-18T22:59:59Z') / 1000,
    })
  })

  it('refuses a link whose host does not match its type', async () => {
    const response = await send({
      ...submission(),
      info_links: [{ type: 'telegram', data: 'https://example.com/x' }],
    })
    expect(response.error?.fields).toMatchObject([
      { path: 'info_links.0.data', code: 'link_telegram_invalid' },
    ])
  })

  it('refuses a tag that does not exist', async () => {
    const response = await send(submission({ tag_keys: ['music', 'polo'] }))
    expect(response.error?.fields).toMatchObject([{ path: 'tag_keys.1', code: 'tag_unknown' }])
  })

  it('of a client that is newer than the server is stored without what the server does not know', async () => {
    const { status, data } = await send({
      ...submission({ title: 'Sunset' }),
      capacity: 50,
      status: 'PUBLISHED',
    })
    expect([status, data]).toMatchObject([201, { title: 'Sunset', status: 'ON_REVIEW' }])
  })

  it('writes its error messages in Portuguese when that is requested', async () => {
    const response = await call(test, 'POST', '/events', {
      body: submission({ title: 'ab' }),
      headers: { 'accept-language': 'pt-PT,pt;q=0.9,en;q=0.8' },
    })
    expect(response.error?.fields?.[0]?.message).toBe(problemText('title_too_short', 'pt'))
  })

  it('refuses a bad token and stores nothing', async () => {
    const before = await countEvents()
    const response = await call(test, 'POST', '/events', { body: submission(), token: 'bad.bad.bad' })
    expect(response.error?.code).toBe('UNAUTHENTICATED')
    expect(await countEvents()).toBe(before)
  })

  it('attaches the event to who is signed in', async () => {
    const { id: userId, token } = await test.signIn()
    const { id } = (await call(test, 'POST', '/events', { body: submission(), token })).data as { id: string }
    const event = (await call(test, 'GET', `/backoffice/events/${id}`, { token: await test.admin() })).data
    expect(event).toMatchObject({ user_id: userId, status: 'ON_REVIEW', email: 'ana@example.com' })
  })
})

describe('the photo of a submission', () => {
  it.each([
    ['plain base64', async () => (await jpeg('#aa3344')).toString('base64')],
    ['a data address', async () => `data:image/png;base64,${(await png()).toString('base64')}`],
  ])('is taken as %s, redrawn, and served for ever under its name', async (_, photo) => {
    const { id } = (await send(submission({ photo: await photo() }))).data as { id: string }
    await review(test, id, { action: 'approve' })
    const event = (await call(test, 'GET', `/events/${id}`)).data as ProgrammeEvent
    const path = new URL(event.photo ?? '').pathname
    const file = await test.app.inject({ url: path })
    expect(file.statusCode).toBe(200)
    expect(file.headers['content-type']).toBe('image/jpeg')
    expect(file.headers['cache-control']).toContain('immutable')
    const thumbnail = await test.app.inject({ url: new URL(event.thumbnail ?? '').pathname })
    expect(thumbnail.headers['content-type']).toBe('image/webp')
  })

  it.each([
    ['text that is no base64', 'no!base64*at?all', 'photo_broken'],
    ['a GIF', Buffer.from('GIF89a and so on and on').toString('base64'), 'photo_wrong_kind'],
    ['half a JPEG', undefined, 'photo_broken'],
  ])('is refused when it is %s, and nothing is stored', async (_, text, code) => {
    const files = await photoFiles()
    const events = await countEvents()
    const whole = await jpeg('#778899')
    const photo = text ?? whole.subarray(0, whole.length / 2).toString('base64')
    const response = await send(submission({ photo }))
    expect(response.error?.fields).toMatchObject([{ path: 'photo', code }])
    expect(await photoFiles()).toEqual(files)
    expect(await countEvents()).toBe(events)
  })

  it('of more than 10 MB is refused with a sentence that says so', async () => {
    const response = await send(submission({ photo: 'A'.repeat(14_000_000) }))
    expect(response.status).toBe(422)
    expect(response.error?.fields).toMatchObject([{ path: 'photo', code: 'photo_too_big' }])
  })

  it('is not rendered for a submission that is refused for another reason', async () => {
    const files = await photoFiles()
    await send(submission({ photo: (await jpeg('#010203')).toString('base64'), tag_keys: ['polo'] }))
    expect(await photoFiles()).toEqual(files)
  })
})
