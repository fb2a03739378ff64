import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { weekStopPath } from '@/contract/plain-routes'
import { jobs, mailCounts, weekRequests, weekSubscribers } from '@/server/platform/database/schema'
import { TEST_NOW, buildTestApp, type TestApp } from '@tests/support/server/app'
import { byAdmin } from '@tests/support/server/back-office'
import { call, publish } from '@tests/support/server/calls'
import { block } from '@tests/support/server/timetables'
import { askForWeek, confirmWeek, subscribe, weekLink, weekLinks } from '@tests/support/server/week-mail'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp({ responseCacheMs: 0 })
})
beforeEach(async () => {
  test.clock.set(TEST_NOW)
  for (const table of [jobs, mailCounts, weekRequests, weekSubscribers]) await test.db.delete(table)
  test.mails.sent.length = 0
})
afterAll(() => test.close())

const ANA = 'ana@example.com'
const subscribers = () => test.db.select().from(weekSubscribers)
const end = (body: object) => call(test, 'POST', '/week-mail/end', { body })

describe('asking for the week', () => {
  it('says the same of every address, and begins nothing', async () => {
    await subscribe(test, ANA)
    for (const email of [ANA, 'new@example.com', 'ANA@example.com']) {
      const { status, data } = await askForWeek(test, email)
      expect([status, data]).toEqual([202, {}])
    }
    expect(await subscribers()).toHaveLength(1)
  })

  it('mails fixed sentences and a link in the fragment, in the language that was asked in', async () => {
    await askForWeek(test, ANA, { locale: 'pt', tags: ['buy-this'] })
    await test.jobs.runDue()
    const [mail] = test.mails.sent
    expect(mail?.subject).toBe('Confirme: a semana no seu email')
    expect(mail?.text).toMatch(/http:\/\/mail\.test\/week-mail#confirm=[\w-]{36}\.[\w-]{43}\n/)
    expect(mail?.text).not.toContain('buy-this')
    expect(mail?.list).toBeUndefined()
  })

  it('changes nothing for somebody who gets it, whatever another person chooses', async () => {
    const before = await subscribe(test, ANA, { tags: ['surf'] })
    await askForWeek(test, ANA, { tags: ['food'], locale: 'pt' })
    await test.jobs.runDue()
    expect(await subscribers()).toEqual([before])
  })
})

describe('the link that confirms', () => {
  it('begins it with what was chosen; a repeat after a lost response says the same', async () => {
    await askForWeek(test, ANA, { tags: ['surf', 'surf', 'music'], locale: 'pt' })
    const link = await weekLink(test, ANA, 'confirm')
    for (let n = 0; n < 2; n += 1)
      expect((await confirmWeek(test, link)).data).toEqual({ tag_keys: ['surf', 'music'] })
    expect(await subscribers()).toMatchObject([{ email: ANA, locale: 'pt', tagKeys: ['surf', 'music'] }])
  })

  it('puts another choice in place of the first, and keeps what was sent', async () => {
    const { id } = await subscribe(test, ANA, { tags: ['surf'] })
    await test.db.update(weekSubscribers).set({ sentWeek: '2026-W25' })
    await subscribe(test, ANA, { tags: ['food'] })
    expect(await subscribers()).toMatchObject([{ id, tagKeys: ['food'], sentWeek: '2026-W25' }])
  })

  it('works for 48 hours, and its request is forgotten then', async () => {
    await askForWeek(test, ANA)
    const link = await weekLink(test, ANA, 'confirm')
    test.clock.advance({ hours: 48 })
    expect((await confirmWeek(test, link)).error?.code).toBe('NOT_FOUND')
    await test.maintenance.run()
    test.clock.advance({ seconds: 1 })
    await test.maintenance.run()
    expect(await test.db.select().from(weekRequests)).toEqual([])
    await askForWeek(test, ANA)
    const fresh = await weekLink(test, ANA, 'confirm')
    test.clock.advance({ hours: 47, minutes: 59 })
    expect((await confirmWeek(test, fresh)).status).toBe(200)
  })

  it('is worth nothing when it is forged, of another request, or of the other kind', async () => {
    await askForWeek(test, ANA)
    const link = await weekLink(test, ANA, 'confirm')
    for (const wrong of [
      { ...link, token: `${link.token}=` },
      { ...link, id: randomUUID() },
      { ...link, token: weekLinks.tokenOf('stop', link.id) },
    ])
      expect((await confirmWeek(test, wrong)).error?.code).toBe('NOT_FOUND')
    expect(await subscribers()).toEqual([])
  })
})

describe('ending it', () => {
  const boundary = '----x'
  it.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      `multipart/form-data; boundary=${boundary}`,
      `--${boundary}\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--${boundary}--\r\n`,
    ],
  ])('by one click of a mail program that posts %s', async (type, payload) => {
    const { id } = await subscribe(test, ANA)
    const url = weekStopPath(id, weekLinks.tokenOf('stop', id))
    const post = (path: string, text = payload) =>
      test.app.inject({ method: 'POST', url: path, headers: { 'content-type': type }, payload: text })
    const forged = await post(weekStopPath(id, weekLinks.tokenOf('confirm', id)))
    expect(await subscribers()).toHaveLength(1)
    const done = await post(url)
    expect(await subscribers()).toEqual([])
    const outcomes = [200, 200, 404, 404]
    for (const response of [done, await post(url), forged, await post(weekStopPath('x', 'y'))]) {
      expect(response.statusCode).toBe(outcomes.shift())
      expect(response.headers['content-type']).toBe('text/plain; charset=utf-8')
      expect(response.headers['set-cookie']).toBeUndefined()
      expect(response.headers['location']).toBeUndefined()
    }
    expect((await post(url, 'x'.repeat(8193))).statusCode).toBe(413)
  })

  it('by the button: also again, and with the right link alone', async () => {
    const { id } = await subscribe(test, ANA)
    expect((await end({ id, token: weekLinks.tokenOf('confirm', id) })).error?.code).toBe('NOT_FOUND')
    expect(await subscribers()).toHaveLength(1)
    for (let n = 0; n < 2; n += 1)
      expect((await end({ id, token: weekLinks.tokenOf('stop', id) })).status).toBe(200)
    expect(await subscribers()).toEqual([])
  })

  it('not by following the address: that leads to the button', async () => {
    const { id } = await subscribe(test, ANA)
    const token = weekLinks.tokenOf('stop', id)
    const response = await test.app.inject({ method: 'GET', url: weekStopPath(id, token) })
    expect(response.statusCode).toBe(303)
    expect(response.headers.location).toBe(`/week-mail#stop=${id}.${token}`)
    expect(await subscribers()).toHaveLength(1)
  })
})

describe('the preview of the week', () => {
  it('is the next mail in either language', async () => {
    const preview = async (locale: string) =>
      (await byAdmin(test, 'GET', `/week-mail/preview?locale=${locale}`)).data as {
        mail?: { subject: string; text: string; html: string }
      }
    await test.removeEvents()
    expect(await preview('en')).toEqual({})
    await publish(test, {
      title: 'Fado',
      timetable: { list: [block('2026-06-20 20:00', '2026-06-20 22:00')] },
    })
    const [english, portuguese] = [await preview('en'), await preview('pt')]
    expect([english.mail?.subject, portuguese.mail?.subject]).toEqual([
      expect.stringContaining('Fado'),
      expect.stringContaining('Fado'),
    ])
    expect(english.mail?.html).toContain('Saturday, June 20')
    expect(portuguese.mail?.text).toContain('Sábado, 20 de junho')

    await subscribe(test, ANA)
    test.mails.sent.length = 0
    expect((await byAdmin(test, 'POST', '/week-mail/to-me', { locale: 'pt' })).status).toBe(202)
    await test.jobs.runDue()
    expect(test.mails.sent).toHaveLength(1)
    expect(test.mails.sent[0]).toMatchObject({ subject: portuguese.mail?.subject, text: expect.any(String) })
    expect(test.mails.sent[0]?.to).not.toBe(ANA)
    expect(test.mails.sent[0]?.list).toBeUndefined()
  })
})
