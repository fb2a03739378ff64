import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'
import { startMailServer } from '../support/services/mail-server'
import { withClient } from '../faults/write-load'
import { GuideCluster } from './guide-cluster'
import type { Proof } from './proof'

/** A server that is ended leaves its mail to the other after the lease of two minutes. */
const SENT_WITHIN_MS = 240_000
/** A server sends one mail at a time, and an urgent one beside it. */
const IN_FLIGHT = 2

interface Options {
  dir: string
  databaseUrl: string
  env: Record<string, string>
  mails: number
}

/** Two servers send the same queue of mails, and one of them is killed in the middle: each mail comes once, but for those in flight. */
export async function sendOnce({ dir, databaseUrl, env, mails }: Options): Promise<Proof[]> {
  const perRecipient = new Map<string, number>()
  const mailServer = await startMailServer({
    onRcptTo: ({ address }, _session, done) => {
      perRecipient.set(address, (perRecipient.get(address) ?? 0) + 1)
      done()
    },
  })
  const cluster = await GuideCluster.start(dir, {
    ...env,
    SMTP_URL: `smtp://127.0.0.1:${mailServer.port}?tls=optional`,
    MAIL_FROM: 'guide@example.com',
  })
  const connection = { connectionString: databaseUrl }
  try {
    await withClient(connection, (client) => enqueue(client, mails))
    const begun = performance.now()
    while (perRecipient.size < mails / 3) await wait(20)
    await cluster.stopNode('one', 'SIGKILL')
    await cluster.startNode('one')
    const until = Date.now() + SENT_WITHIN_MS
    let open = mails
    while (open > 0 && Date.now() < until) {
      open = await withClient(connection, countOpen)
      await wait(200)
    }
    const seconds = Math.round((performance.now() - begun) / 1000)
    const twice = [...perRecipient.values()].filter((count) => count > 1).length
    return [
      {
        name: 'a server killed while two send mails',
        problems: [
          ...(open === 0 ? [] : [`${open} mails were not sent`]),
          ...(perRecipient.size === mails ? [] : [`${perRecipient.size} of ${mails} people got their mail`]),
          ...(twice <= IN_FLIGHT ? [] : [`${twice} mails came twice`]),
        ],
        facts: `${perRecipient.size} of ${mails} in ${seconds} s, ${twice} of them twice`,
      },
    ]
  } finally {
    await cluster.stop()
    await mailServer.close()
  }
}

/** Mails about rejections, which carry all that they say. */
async function enqueue(client: Client, mails: number): Promise<void> {
  await client.query(
    `insert into jobs (id, kind, dedupe_key, payload, run_at, created_at)
      select id, 'mail', 'mail:decisions:' || id, jsonb_build_object(
        'template', 'decisions', 'id', id,
        'addressee', jsonb_build_object('email', number || '@example.com', 'locale', 'en'),
        'decisions', jsonb_build_array(
          jsonb_build_object('eventId', id, 'decision', 'rejected', 'reason', '', 'submittedAt', 0))
      ), now(), now()
      from (select gen_random_uuid() as id, number from generate_series(1, $1) as number) mails`,
    [mails],
  )
}

async function countOpen(client: Client): Promise<number> {
  const { rows } = await client.query<{ open: number }>(
    `select count(*)::int as open from jobs where kind = 'mail' and done_at is null`,
  )
  return rows[0]?.open ?? 0
}
