import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
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

  it('of a client that is newer than the server is stored without what the server does not know', async () => {
    const { status, data } = await send({
      ...submission({ title: 'Sunset' }),
      capacity: 50,
      status: 'PUBLISHED',
    })
    expect([status, data]).toMatchObject([201, { title: 'Sunset', status: 'ON_REVIEW' }])
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
})
