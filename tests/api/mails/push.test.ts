import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http2'
import type { Http2Server, ServerHttp2Session } from 'node:http2'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, buildTestApp } from '@tests/support/server/app'
import { runReviewJobs, byAdmin } from '@tests/support/server/back-office'
import type { SignedIn, TestApp } from '@tests/support/server/app'
import { call, review, submit } from '@tests/support/server/calls'
import { readConfig } from '@/server/config/read-config'
import { devices, jobs, notifications } from '@/server/platform/database/schema'
import { createApplePush } from '@/server/platform/push/apple-push'
import type { PushSender } from '@/server/platform/push/apple-push'

// A review in the back office, and what reaches Apple's service: HTTP/2 on loopback, without TLS.

const privateKeyPem = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString()

let sink: Http2Server
let sessions: ServerHttp2Session[] = []
let received: { path: string; topic: string; body: unknown }[] = []
/** The sink's next responses instead of 200. */
let errorResponses: { status: number; reason: string }[] = []
let sender: PushSender | undefined
let test: TestApp

beforeAll(async () => {
  sink = createServer().listen(0, '127.0.0.1')
  sink.on('session', (session) => sessions.push(session))
  sink.on('stream', (stream, headers) => {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      received.push({
        path: headers[':path'] ?? '',
        topic: String(headers['apns-topic']),
        body: JSON.parse(Buffer.concat(chunks).toString()),
      })
      const { status, reason } = errorResponses.shift() ?? { status: 200, reason: '' }
      stream.respond({ ':status': status })
      stream.end(reason === '' ? '' : JSON.stringify({ reason }))
    })
  })
  await once(sink, 'listening')
  const address = sink.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const { applePush } = readConfig({
    APPLE_APP_ID: 'guide.example.app',
    APPLE_TEAM_ID: 'TEAM123456',
    APPLE_KEY_ID: 'KEY1234567',
    APPLE_PRIVATE_KEY: privateKeyPem,
    APPLE_PUSH_ENDPOINT: `http://127.0.0.1:${port}`,
  })
  sender = applePush && createApplePush({ ...applePush, log: { warn: () => {} } })
  test = await buildTestApp({ push: sender })
})
beforeEach(async () => {
  await runReviewJobs(test)
  test.clock.set(TEST_NOW)
  received = []
  errorResponses = []
})
afterAll(async () => {
  await test.close()
  await sender?.close()
  for (const session of sessions) session.destroy()
  sink.close()
  await once(sink, 'close')
})

const setDevice = ({ token }: SignedIn, deviceId: string, deviceToken: string) =>
  call(test, 'POST', '/user/set-apple-device', {
    token,
    body: { device_id: deviceId, device_token: deviceToken },
  })

/** A person with devices of these tokens, and an event of theirs that was just approved. */
async function reviewed(...deviceTokens: string[]): Promise<{ owner: SignedIn; id: string }> {
  const owner = await test.signIn()
  for (const deviceToken of deviceTokens) await setDevice(owner, `${owner.id}-${deviceToken}`, deviceToken)
  const id = await submit(test, { title: 'Noite de Fado', email: owner.email }, { token: owner.token })
  await review(test, id, { action: 'approve' })
  return { owner, id }
}

const devicesOf = (owner: SignedIn) => test.db.select().from(devices).where(eq(devices.userId, owner.id))

describe('a review', () => {
  it('reaches each device of the owner, once', async () => {
    const { id } = await reviewed('aa01', 'aa02')
    await runReviewJobs(test)
    await test.jobs.runDue()
    expect(received.toSorted((a, b) => a.path.localeCompare(b.path))).toEqual(
      ['aa01', 'aa02'].map((deviceToken) => ({
        path: `/3/device/${deviceToken}`,
        topic: 'guide.example.app',
        body: {
          event_id: id,
          status: 'PUBLISHED',
          aps: {
            alert: { title: 'Your event has been published', body: '“Noite de Fado” is now in the guide.' },
            sound: 'default',
          },
        },
      })),
    )
  })

  it('deletes a device that is gone, but not the notification', async () => {
    const { owner } = await reviewed('bb01', 'bb02')
    errorResponses = [{ status: 410, reason: 'Unregistered' }]
    await runReviewJobs(test)
    expect(await devicesOf(owner)).toHaveLength(1)
    expect(await test.db.select().from(notifications).where(eq(notifications.userId, owner.id))).toHaveLength(
      2,
    )
  })

  it('is retried when Apple does not accept it, and then no more', async () => {
    const { owner } = await reviewed('cc01')
    errorResponses = [{ status: 503, reason: 'ServiceUnavailable' }]
    await runReviewJobs(test)
    await test.jobs.runDue()
    expect(received).toHaveLength(1)
    test.clock.advance({ seconds: 20 })
    await test.jobs.runDue()
    test.clock.advance({ hours: 12 })
    await test.jobs.runDue()
    expect(received).toHaveLength(2)
    expect(await devicesOf(owner)).toHaveLength(1)
  })

  it('never reaches a device that has a new owner meanwhile', async () => {
    const { owner } = await reviewed('dd01')
    const next = await test.signIn()
    await setDevice(next, `${owner.id}-dd01`, 'dd01')
    await runReviewJobs(test)
    expect(received).toEqual([])
  })

  it('never reaches a device of somebody who is suspended', async () => {
    const { owner } = await reviewed('ee01')
    await byAdmin(test, 'POST', `/users/${owner.id}/suspend`)
    await test.jobs.runDue()
    expect(received).toEqual([])
    expect(await devicesOf(owner)).toHaveLength(1)
  })

  it('does not block the mails while Apple is down', async () => {
    await reviewed('ee01')
    errorResponses = [{ status: 500, reason: 'InternalServerError' }]
    test.mails.sent.length = 0
    await runReviewJobs(test)
    expect(test.mails.sent.map(({ subject }) => subject)).toContain(
      'Your event “Noite de Fado” has been published',
    )
  })
})

describe('without a push service', () => {
  it('notifications are stored, and nothing is left to do', async () => {
    const plain = await buildTestApp()
    try {
      const owner = await plain.signIn()
      await plain.db
        .insert(devices)
        .values({ id: randomUUID(), deviceId: 'phone', deviceToken: 'ff01', userId: owner.id })
      const id = await submit(plain, {}, { token: owner.token })
      await review(plain, id, { action: 'approve' })
      await runReviewJobs(plain)
      expect(await plain.db.select().from(notifications)).toHaveLength(1)
      const left = await plain.db.select().from(jobs)
      expect(left.filter(({ doneAt }) => doneAt === null)).toEqual([])
    } finally {
      await plain.close()
    }
  })
})
