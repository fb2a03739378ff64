import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { jobs, mailCounts, weekSubscribers } from '@/server/platform/database/schema'
import { enqueueWeek } from '@/server/jobs/maintenance'
import { createSmtpMailer } from '@/server/platform/mail/smtp-mailer'
import { weekMailJobs } from '@/server/modules/events/week-mail'
import { TEST_NOW, buildTestApp, type TestApp } from '@tests/support/server/app'
import { byAdmin } from '@tests/support/server/back-office'
import { call, publish } from '@tests/support/server/calls'
import { block } from '@tests/support/server/timetables'
import { BEFORE_18, THURSDAY_18, subscribe, weekLinks, weekMails } from '@tests/support/server/week-mail'
import { smtpError, startMailServer } from '@tests/support/services/mail-server'

// Two servers on one database; both run their jobs.

let test: TestApp
let other: TestApp
beforeAll(async () => {
  const config = { publicOrigin: 'https://guide.example' }
  test = await buildTestApp({ responseCacheMs: 0, config })
  other = await buildTestApp({ beside: test, config })
})
beforeEach(async () => {
  at(TEST_NOW)
  await test.removeEvents()
  for (const table of [jobs, mailCounts, weekSubscribers]) await test.db.delete(table)
  for (const { mails } of servers()) mails.sent.length = 0
})
afterAll(async () => {
  await other.close()
  await test.close()
})

const ANA = 'ana@example.com'
const servers = () => [test, other]
const at = (iso: string) => servers().forEach(({ clock }) => clock.set(iso))
/** Runs both servers at once, and again for what the first round has enqueued. */
async function run() {
  other.clearCaches()
  for (let round = 0; round < 2; round += 1) await Promise.all(servers().map(({ jobs: own }) => own.runDue()))
}
const enqueued = () => Promise.all(servers().map(({ db, clock }) => enqueueWeek(db, clock)))
/** The mails of the week to an address, once the week has begun. */
async function mailsTo(email: string, iso = THURSDAY_18) {
  await enqueued()
  at(iso)
  await run()
  return weekMails(servers(), email)
}
const on = (day: string, from = '20:00', to = '22:00') => ({
  timetable: { list: [block(`${day} ${from}`, `${day} ${to}`)] },
})

describe('the week’s mail', () => {
  it('leaves on Thursday at 18:00, once to each person, whichever server does it and however often', async () => {
    await publish(test)
    const people = [ANA, 'rui@example.com', 'eva@example.com']
    for (const email of people) await subscribe(test, email)
    expect(await mailsTo(ANA, BEFORE_18)).toEqual([])
    at(THURSDAY_18)
    for (let n = 0; n < 3; n += 1) {
      await Promise.all(servers().map(({ maintenance }) => maintenance.run()))
      await run()
    }
    for (const email of people) expect(weekMails(servers(), email)).toHaveLength(1)
    at('2026-06-25T17:00:00Z')
    await publish(test, on('2026-06-27'))
    await run()
    for (const email of people) expect(weekMails(servers(), email)).toHaveLength(2)
  })

  it('goes to nobody who has not confirmed, who has ended it, or whose week has no events', async () => {
    await publish(test, on('2026-06-25', '18:00', '19:00'))
    const { id } = await subscribe(test, ANA)
    await subscribe(test, 'rui@example.com')
    await enqueued()
    await call(test, 'POST', '/week-mail/end', { body: { id, token: weekLinks.tokenOf('stop', id) } })
    await call(test, 'POST', '/week-mail', { body: { email: 'eva@example.com', tag_keys: [] } })
    for (const email of [ANA, 'rui@example.com', 'eva@example.com']) expect(await mailsTo(email)).toEqual([])
  })

  it('goes once the mail server is back, until Saturday noon, and then not at all', async () => {
    await publish(test)
    await subscribe(test, ANA)
    for (const { mails } of servers()) mails.failNext(2)
    expect(await mailsTo(ANA)).toEqual([])
    for (const { mails } of servers()) mails.failNext(0)
    for (let n = 0; n < 3; n += 1) {
      for (const { clock } of servers()) clock.advance({ hours: 1 })
      await run()
    }
    expect(weekMails(servers(), ANA)).toHaveLength(1)
    await test.db.update(weekSubscribers).set({ sentWeek: null })
    await test.db.delete(jobs)
    at(BEFORE_18)
    expect(await mailsTo(ANA, '2026-06-20T11:00:01Z')).toHaveLength(1)
  })
})

describe('its content', () => {
  it('is the seven days from then on by village day, what is on for days last', async () => {
    await publish(test, { title: 'Before', ...on('2026-06-18', '15:00', '17:00') })
    await publish(test, { title: 'Fado night', ...on('2026-06-18', '21:00', '23:00'), price: 0 })
    await publish(test, {
      title: 'Surf week',
      timetable: { list: [block('2026-06-19 10:00', '2026-06-21 18:00')] },
    })
    await publish(test, { title: 'Too late', ...on('2026-06-25', '18:00', '20:00') })
    await publish(test)
    await subscribe(test, ANA)
    const [mail] = await mailsTo(ANA)
    expect(mail?.subject).toBe('This week in Ericeira: Fado night and 2 more')
    const text = mail?.text.replaceAll(/(?<=events\/)[0-9a-f-]{36}/g, 'ID').replaceAll('\u202f', ' ')
    expect(text).toContain(
      [
        'Thursday, June 18\n-----------------',
        'Fado night\n9:00 PM · Praia do Sul · Free\nhttps://guide.example/events/ID?date=2026-06-18',
        'Saturday, June 20\n-----------------',
        'Sunset Sessions\n7:00 PM · Praia do Sul · €5.50\nhttps://guide.example/events/ID?date=2026-06-20',
        'Also on\n-------',
        'Surf week\nFriday, June 19 – Sunday, June 21 · Praia do Sul · €5.50\nhttps://guide.example/events/ID?date=2026-06-19',
        'See the whole week: https://guide.example/events?from=2026-06-18&to=2026-06-25',
      ].join('\n\n'),
    )
    expect(text).not.toMatch(/Before|Too late/)
  })

  it('has the chosen tags alone, also under the name of one that they were merged into, and no mail when all are gone', async () => {
    const tag = async (key: string) => {
      const { id } = (await byAdmin(test, 'POST', '/events/tags', { key, name: key })).data as { id: string }
      return id
    }
    const [fado, gone, live] = [await tag('fado'), await tag('gone'), await tag('live')]
    await publish(test, { title: 'Fado night', tag_keys: ['live'] })
    await publish(test, { title: 'Market', tag_keys: ['market'] })
    await subscribe(test, ANA, { tags: ['fado', 'gone'] })
    await subscribe(test, 'rui@example.com', { tags: ['gone'] })
    await byAdmin(test, 'POST', `/events/tags/${fado}/merge`, { into_id: live })
    await byAdmin(test, 'DELETE', `/events/tags/${gone}`)
    const [mail, ...more] = await mailsTo(ANA)
    expect([mail?.subject, more]).toEqual(['This week in Ericeira: Fado night', []])
    expect(weekMails(servers(), 'rui@example.com')).toEqual([])
  })
})

const job = (id: string) => ({
  payload: { subscriberId: id, week: '2026-W25', at: Date.parse(THURSDAY_18) / 1000 },
  id: 'one',
  dedupeKey: `week-mail:${id}:2026-W25`,
  now: new Date(THURSDAY_18),
})
const mailJob = (port: number) => {
  const mailer = createSmtpMailer({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    from: 'guide@guide.example',
    log: { info: () => undefined },
  })
  const { run: send } = weekMailJobs({ ...test, mailer, origin: 'https://guide.example', weekLinks })
  return { send, mailer }
}

describe('on its way', () => {
  it('bears the headers by which a mail program ends it with one click', async () => {
    await publish(test)
    const { id } = await subscribe(test, ANA)
    const server = await startMailServer({})
    const { send, mailer } = mailJob(server.port)
    const done = await send(job(id))
    const { headers, html, text } = await PostalMime.parse(server.delivered[0] ?? '')
    const header = (key: string) => headers.find((one) => one.key === key)?.value
    const url = `https://guide.example/api/v1/week-mail/stop/${id}/${weekLinks.tokenOf('stop', id)}`
    expect(header('list-id')).toBe('<week.guide.example>')
    expect(header('list-unsubscribe')).toBe(`<${url}>`)
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    for (const content of [html, text]) expect(content).toContain('Sunset Sessions')
    if (done !== undefined && 'record' in done) await done.record(test.db)
    await send(job(id))
    expect(server.delivered).toHaveLength(1)
    await mailer.close()
    await server.close()
  })

  it('ends for an address that is nobody’s, and not for a server that is away', async () => {
    await publish(test)
    const { id } = await subscribe(test, ANA)
    let smtpFault = smtpError(450, '4.2.1 later')
    const server = await startMailServer({ onRcptTo: (_address, _session, done) => done(smtpFault) })
    const { send, mailer } = mailJob(server.port)
    await expect(send(job(id))).rejects.toThrow()
    expect(await test.db.select().from(weekSubscribers)).toHaveLength(1)
    smtpFault = smtpError(550, '5.1.1 no such mailbox')
    await send(job(id))
    expect(await test.db.select().from(weekSubscribers)).toEqual([])
    await mailer.close()
    await server.close()
  })
})
