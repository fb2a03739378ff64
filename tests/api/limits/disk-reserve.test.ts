import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { update } from '@tests/support/server/back-office'
import { call, publish, sha256Of } from '@tests/support/server/calls'
import { jpeg } from '@tests/support/server/images'
import { submission } from '@tests/support/server/submissions'

const MB = 1024 * 1024

let test: TestApp
let freeMb: number
let warnings: string[]

beforeEach(async () => {
  freeMb = 5000
  warnings = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) })
  test = await buildTestApp({
    log,
    config: { diskReserveBytes: 100 * MB },
    diskSpace: async () => ({ bavail: freeMb, blocks: 10_000, bsize: MB }),
  })
})
afterEach(() => test.close())

/** Sets the free space from now on. */
function leave(mb: number): void {
  freeMb = mb
  test.clock.advance({ seconds: 3 })
}

const send = async (hasPhoto: boolean, token?: string) =>
  call(test, 'POST', '/events', {
    key: randomUUID(),
    body: submission(hasPhoto ? { photo: (await jpeg()).toString('base64') } : {}),
    ...(token === undefined ? {} : { token }),
  })

describe('a disk that is getting full', () => {
  it('takes no photos below its reserve, says when to come back, and takes everything else', async () => {
    const id = await publish(test)
    leave(99)
    const response = await send(true)
    expect([response.status, response.error?.code]).toEqual([507, 'INSUFFICIENT_STORAGE'])
    expect(response.headers['retry-after']).toBe('300')
    expect((await send(false)).status).toBe(201)
    const bytes = await jpeg()
    const uploaded = await call(test, 'PUT', `/uploads/${sha256Of(bytes)}`, {
      key: randomUUID(),
      body: bytes,
    })
    expect([uploaded.status, uploaded.headers['retry-after']]).toEqual([507, '300'])
    const token = await test.admin()
    const photo = (await jpeg()).toString('base64')
    const change = (body: object) => call(test, 'PUT', `/backoffice/events/${id}`, { token, body })
    expect((await change(update({ photo }))).status).toBe(507)
    expect((await change(update())).status).toBe(200)
  })

  it('takes nothing of visitors below half of it, while accounts, sign-ins and readers go on', async () => {
    const { token, email, password } = await test.signIn()
    leave(49)
    expect((await send(false)).status).toBe(507)
    const visitor = { email: 'new@example.com', password: 'a long walk', name: 'Rita' }
    expect((await call(test, 'POST', '/auth/register', { body: visitor })).status).toBe(507)
    expect((await send(false, token)).status).toBe(201)
    expect((await call(test, 'POST', '/auth/login', { body: { email, password } })).status).toBe(200)
    expect((await call(test, 'GET', '/events')).status).toBe(200)
  })

  it('replays what it has taken, takes the same again once there is room, and tells once a minute', async () => {
    const key = randomUUID()
    const body = submission()
    const attempt = () => call(test, 'POST', '/events', { key, body })
    leave(10)
    expect((await attempt()).status).toBe(507)
    expect((await attempt()).status).toBe(507)
    expect(warnings.filter((line) => line.includes('the disk is almost full'))).toHaveLength(1)
    leave(5000)
    const taken = await attempt()
    expect(taken.status).toBe(201)
    leave(10)
    expect((await attempt()).data).toEqual(taken.data)
  })
})
