import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { findRunningEngine } from '@/server/platform/database/engine/start-engine'
import type { DemoServer } from '../../support/demo-server'
import { withClient } from '../../faults/write-load'
import { adminToken, submission, timeBarMs } from './attack'
import type { Attack } from './attack'

const VICTIM = 'victim@example.com'
const BAIT = 'Your account is locked'
const TIMES = 40
/** Titles like an anonymous client would submit again and again. */
const FLOOD = 10_000
/** Each submission has so many dates. */
const DATES = 10
const PAGE_BAR_MS = timeBarMs(200)

async function engineOf({ dataDir }: DemoServer) {
  const engine = await findRunningEngine(dataDir)
  if (engine === undefined) throw new Error('The database does not respond')
  return engine
}

/** Waits until no mail is left to send now. */
async function untilMailsAreSent(server: DemoServer): Promise<void> {
  await withClient(await engineOf(server), async (client) => {
    for (;;) {
      const { rows } = await client.query<{ waiting: number }>(
        `select count(*)::int as waiting from jobs where kind = 'mail' and done_at is null and run_at < now() + interval '1 minute'`,
      )
      if (rows[0]?.waiting === 0) return
      await new Promise((settle) => setTimeout(settle, 200))
    }
  })
}

/** The mails that reached an address, as a mail program shows them. */
async function mailsTo(address: string, { dataDir }: DemoServer) {
  const folder = join(dataDir, 'mail')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'))
  const mails = await Promise.all(
    names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))),
  )
  return mails.filter(({ to }) => to?.some((one) => one.address === address))
}

const phishing: Attack = {
  name: 'An anonymous client types the address of somebody else into 40 submissions, from 40 addresses',
  bar: 'at most 3 mails, and nothing of what was submitted in them',
  env: { TRUST_PROXY: '1', PUBLIC_ORIGIN: 'http://localhost:3970' },
  async run(server) {
    let taken = 0
    for (let number = 0; number < TIMES; number += 1) {
      const response = await fetch(`${server.origin}/api/v1/events`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `192.0.${number + 1}.7` },
        body: JSON.stringify(submission({ title: BAIT, location_name: 'evil.example', email: VICTIM })),
      })
      if (response.status === 201) taken += 1
    }
    await untilMailsAreSent(server)
    const mails = await mailsTo(VICTIM, server)
    const withBait = mails.filter(({ subject, text, html }) =>
      /locked|evil\.example/.test(`${subject} ${text} ${html}`),
    )
    return {
      figure: `${taken} of ${TIMES} submissions were taken, ${mails.length} mails were sent, ${withBait.length} with the sender's words`,
      holds: mails.length <= 3 && withBait.length === 0,
    }
  },
}

function floodOfTitles(name: string, apart: string): Attack {
  return {
    name: `An anonymous client has submitted one title 10,000 times ${name}: the administrator's list`,
    bar: `a page under ${PAGE_BAR_MS} ms`,
    async run(server) {
      await withClient(await engineOf(server), async (client) => {
        await client.query(
          `with made as (
            insert into events (id, title, description, email, location_name, latitude, longitude, timetable, created_at)
            select gen_random_uuid(), 'Open-air cinema', 'Again and again', 'flood@example.com', 'Praia', 38.9, -9.4,
              '{"list": [{"start_time": "2099-06-20 19:00:00", "end_time": "2099-06-20 22:00:00", "is_all_day": false}]}',
              now() - n * interval '1 second'
            from generate_series(1, $1::int) n returning id)
          insert into schedules (id, event_id, start_at, end_at, is_all_day)
          select gen_random_uuid(), id, start_at, start_at + interval '1 hour', false
          from (
            select id, timestamptz '2030-06-20 19:00Z' + row_number() over () * $2::interval + k * interval '1 day' as start_at
            from made, generate_series(1, $3::int) k
          ) dated`,
          [FLOOD, apart, DATES],
        )
        await client.query(
          `insert into event_days (event_id, day, title, created_at)
          select distinct e.id, (s.start_at at time zone 'Europe/Lisbon')::date, lower(e.title), e.created_at
          from events e join schedules s on s.event_id = e.id where e.email = 'flood@example.com'`,
        )
        await client.query('vacuum analyze')
      })
      const authorization = `Bearer ${await adminToken(server)}`
      const times: number[] = []
      // The first round is left out: a server that has just started has done nothing yet.
      for (let round = 0; round < 4; round += 1) {
        const begun = performance.now()
        const response = await fetch(`${server.origin}/api/v1/backoffice/events?status=ON_REVIEW`, {
          headers: { authorization },
        })
        await response.text()
        if (!response.ok) throw new Error(`the list responded with ${response.status}`)
        if (round > 0) times.push(performance.now() - begun)
      }
      const worst = Math.round(Math.max(...times))
      return { figure: `${worst} ms for a page of twenty, the slowest of three`, holds: worst < PAGE_BAR_MS }
    },
  }
}

export const attacks: readonly Attack[] = [
  phishing,
  floodOfTitles('for the same ten days', '0 days'),
  floodOfTitles('for ten days each', '10 days'),
]
