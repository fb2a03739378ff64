import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TEST_NOW, buildTestApp, type SignedIn, type TestApp } from '@tests/support/server/app'
import { call, submit, type ApiResponse } from '@tests/support/server/calls'
import { untilBlocked } from '@tests/support/attacks/blocked-connection'
import type { Session, SecondFactor } from '@/contract/accounts/auth'
import { activities, sessions, secondFactors, users } from '@/server/platform/database/schema'
import { LIMITS } from '@/server/http/limits/limits'
import type { SecondFactorPrompt } from '@/contract/errors'

const ORIGIN = 'http://localhost:80'
const SETUP = '/backoffice/second-factor'

let test: TestApp
beforeAll(async () => {
  const limits = LIMITS.filter(({ by }) => by === 'key')
  test = await buildTestApp({ limits, config: { publicOrigin: ORIGIN } })
})
beforeEach(() => {
  test.clock.set(TEST_NOW)
  test.mails.sent.length = 0
})
afterAll(() => test.close())

const outcome = ({ status, error }: ApiResponse) => [status, error?.code].filter((part) => part !== undefined)
const logIn = ({ email, password }: Pick<SignedIn, 'email' | 'password'>, app = test) =>
  call(app, 'POST', '/auth/login', { body: { email, password } })
const post = (token: string, path: string, body: object = {}) =>
  call(test, 'POST', `${SETUP}${path}`, { token, body })
const statusOf = async (token: string) => (await call(test, 'GET', SETUP, { token })).data as SecondFactor
const isIn = async (token: string, app = test) =>
  (await call(app, 'GET', '/backoffice/events/count-by-status', { token })).status
const prompt = (response: ApiResponse) => response.error?.second_factor as SecondFactorPrompt
const finish = (body: object, app = test) => call(app, 'POST', '/auth/second-factor', { body })
const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: test.clock.nowMs() })
const tokenOf = (response: ApiResponse) => (response.data as Session).access_token.token

const reset = (id: string, token: string, body: object = {}) =>
  call(test, 'POST', `/backoffice/users/${id}/second-factor/reset`, { token, body })

async function withTotp(person?: SignedIn) {
  const admin = person ?? (await test.signIn({ role: 'ADMIN' }))
  const { secret } = (await post(admin.token, '/totp')).data as { secret: string }
  const confirmed = await post(admin.token, '/totp/confirm', { code: codeOf(secret) })
  expect(confirmed.status).toBe(200)
  const { recovery_codes: codes = [] } = confirmed.data as { recovery_codes?: string[] }
  test.clock.advance({ seconds: 60 })
  return { ...admin, secret, codes }
}

describe('one-time codes', () => {
  it('are asked for after the right password, and open a session', async () => {
    const admin = await withTotp()
    const first = await logIn(admin)
    expect(outcome(first)).toEqual([403, 'SECOND_FACTOR_REQUIRED'])
    expect(first.data).toBeUndefined()
    const second = await finish({ token: prompt(first).token, totp: codeOf(admin.secret) })
    expect(second.status).toBe(200)
    expect(await isIn(tokenOf(second))).toBe(200)
    const [session] = await test.db
      .select()
      .from(sessions)
      .where(eq(sessions.userId, admin.id))
      .orderBy(sessions.createdAt)
      .then((rows) => rows.toReversed())
    expect(session).toMatchObject({ method: 'password', secondFactorAt: expect.any(Date) as Date })
  })

  it('work once, in their own time and one step around it', async () => {
    const admin = await withTotp()
    const code = codeOf(admin.secret)
    expect((await finish({ token: prompt(await logIn(admin)).token, totp: code })).status).toBe(200)
    const again = await finish({ token: prompt(await logIn(admin)).token, totp: code })
    expect(outcome(again)).toEqual([403, 'SECOND_FACTOR_REFUSED'])
    test.clock.advance({ seconds: 30 })
    const late = codeOf(admin.secret)
    test.clock.advance({ seconds: 30 })
    expect((await finish({ token: prompt(await logIn(admin)).token, totp: late })).status).toBe(200)
    const old = codeOf(admin.secret)
    test.clock.advance({ seconds: 60 })
    expect((await finish({ token: prompt(await logIn(admin)).token, totp: old })).status).toBe(403)
  })

  it('of one step open one session, however many ask at the same time', async () => {
    const admin = await withTotp()
    const tokens = [prompt(await logIn(admin)).token, prompt(await logIn(admin)).token]
    const totp = codeOf(admin.secret)
    const all = await Promise.all(tokens.map((token) => finish({ token, totp })))
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 403])
  })

  it('are bound to their account, and no secret is stored', async () => {
    const admin = await withTotp()
    const other = await withTotp()
    const [row] = await test.db.select().from(secondFactors).where(eq(secondFactors.userId, admin.id))
    expect(JSON.stringify(row)).not.toContain(admin.secret)
    await test.db
      .update(secondFactors)
      .set({ salt: row?.salt ?? '', lastStep: 0 })
      .where(eq(secondFactors.userId, other.id))
    const { token } = prompt(await logIn(other))
    expect((await finish({ token, totp: codeOf(admin.secret) })).status).toBe(403)
  })
})

it('is asked for also where it is set up while the password is being verified', async () => {
  const admin = await test.signIn({ role: 'ADMIN' })
  const { secret } = (await post(admin.token, '/totp')).data as { secret: string }
  const response = await test.db.transaction(async (tx) => {
    // Adding a factor locks the same row.
    await tx.select().from(users).where(eq(users.id, admin.id)).for('update')
    const signingIn = logIn(admin)
    await untilBlocked(tx)
    await tx.update(secondFactors).set({ confirmedAt: new Date() }).where(eq(secondFactors.userId, admin.id))
    // The promise is in a list: the transaction must not wait for it.
    return [signingIn]
  })
  const signedIn = await response[0]
  expect(signedIn && outcome(signedIn)).toEqual([403, 'SECOND_FACTOR_REQUIRED'])
  expect(secret).toBeDefined()
})

describe('the token of the second step', () => {
  it('lasts five minutes, and is none of a session', async () => {
    const admin = await withTotp()
    const { token } = prompt(await logIn(admin))
    expect((await call(test, 'GET', '/profile/me', { token })).status).toBe(401)
    expect((await finish({ token: admin.token, totp: codeOf(admin.secret) })).status).toBe(401)
    test.clock.advance({ minutes: 5, seconds: 1 })
    expect((await finish({ token, totp: codeOf(admin.secret) })).status).toBe(401)
  })

  it('is worth nothing once the password or the role is another', async () => {
    const admin = await withTotp()
    const { token } = prompt(await logIn(admin))
    await test.db.update(users).set({ role: 'USER' }).where(eq(users.id, admin.id))
    expect((await finish({ token, totp: codeOf(admin.secret) })).status).toBe(401)
    await test.db.update(users).set({ role: 'ADMIN', passwordHash: 'another' }).where(eq(users.id, admin.id))
    expect((await finish({ token, totp: codeOf(admin.secret) })).status).toBe(401)
  })
})

describe('recovery codes', () => {
  it('are ten, work once each however they are written, and are told by mail', async () => {
    const admin = await withTotp()
    expect(new Set(admin.codes).size).toBe(10)
    const [code = ''] = admin.codes
    const spaced = code.replace('-', ' ').toUpperCase()
    const { token } = prompt(await logIn(admin))
    expect((await finish({ token, recovery_code: spaced })).status).toBe(200)
    await test.jobs.runDue()
    expect(test.mails.sent.at(-1)).toMatchObject({ to: admin.email })
    expect(test.mails.sent.at(-1)?.text).toContain('with a recovery code')
    const again = prompt(await logIn(admin)).token
    expect((await finish({ token: again, recovery_code: code })).status).toBe(403)
    expect((await statusOf(admin.token)).recovery_codes_left).toBe(9)
  })

  it('made again replace those before', async () => {
    const admin = await withTotp()
    const made = (await post(admin.token, '/recovery-codes')).data as { recovery_codes: string[] }
    const { token } = prompt(await logIn(admin))
    expect((await finish({ token, recovery_code: admin.codes[0] })).status).toBe(403)
    expect((await finish({ token, recovery_code: made.recovery_codes[0] })).status).toBe(200)
  })
})

describe('setting up', () => {
  it('ends the other sessions with the first factor, and says so by mail and in the activity log', async () => {
    const admin = await test.signIn({ role: 'ADMIN' })
    const elsewhere = tokenOf(await logIn(admin))
    await withTotp(admin)
    expect([await isIn(admin.token), await isIn(elsewhere)]).toEqual([200, 401])
    await test.jobs.runDue()
    const theirs = test.mails.sent.filter(({ to }) => to === admin.email)
    expect(theirs.map(({ to, subject }) => [to, subject])).toEqual([
      [admin.email, 'Your account’s second factor was changed'],
    ])
    const log = await test.db.select().from(activities).where(eq(activities.userId, admin.id))
    expect(log.map(({ action, subjectId }) => [action, subjectId])).toEqual([
      ['second-factor.added', admin.id],
    ])
  })

  it('asks for a fresh proof when the sign-in is minutes ago', async () => {
    const admin = await withTotp()
    test.clock.advance({ minutes: 6 })
    for (const path of ['/totp/remove', '/recovery-codes']) {
      // The password proves nothing where there is an app.
      for (const body of [{}, { password: admin.password }])
        expect(outcome(await post(admin.token, path, body))).toEqual([403, 'REAUTHENTICATION_REQUIRED'])
      expect(outcome(await post(admin.token, path, { totp: '000000' }))).toEqual([
        403,
        'SECOND_FACTOR_REFUSED',
      ])
    }
    expect((await post(admin.token, '/recovery-codes', { totp: codeOf(admin.secret) })).status).toBe(200)
    test.clock.advance({ seconds: 30 })
    expect((await post(admin.token, '/totp/remove', { totp: codeOf(admin.secret) })).status).toBe(200)
    expect(await statusOf(admin.token)).toMatchObject({ totp: false, recovery_codes_left: 0 })
    expect((await logIn(admin)).status).toBe(200)
    const wrong = await post(admin.token, '/totp', { password: 'not the one' })
    expect(wrong.error?.fields?.map(({ code }) => code)).toEqual(['password_wrong'])
    expect((await post(admin.token, '/totp', { password: admin.password })).status).toBe(200)
  })

  it('counts no sign-in that has not shown the factor of its account', async () => {
    const admin = await withTotp()
    await test.db.update(sessions).set({ secondFactorAt: null }).where(eq(sessions.userId, admin.id))
    expect(outcome(await post(admin.token, '/recovery-codes'))).toEqual([403, 'REAUTHENTICATION_REQUIRED'])
    expect((await post(admin.token, '/recovery-codes', { totp: codeOf(admin.secret) })).status).toBe(200)
  })

  it('counts an app only once a code of it was confirmed', async () => {
    const admin = await test.signIn({ role: 'ADMIN' })
    await post(admin.token, '/totp')
    expect(outcome(await post(admin.token, '/totp/confirm', { code: '000000' }))).toEqual([
      403,
      'SECOND_FACTOR_REFUSED',
    ])
    expect((await statusOf(admin.token)).totp).toBe(false)
    expect((await logIn(admin)).status).toBe(200)
  })
})

describe('a colleague’s factor', () => {
  it('is reset with a proof of who does it: sessions end, and it is mailed and recorded', async () => {
    const [admin, colleague] = [await test.signIn({ role: 'ADMIN' }), await withTotp()]
    test.clock.advance({ minutes: 6 })
    expect(outcome(await reset(colleague.id, admin.token))).toEqual([403, 'REAUTHENTICATION_REQUIRED'])
    expect((await reset(colleague.id, admin.token, { password: admin.password })).status).toBe(200)
    expect(await isIn(colleague.token)).toBe(401)
    expect((await logIn(colleague)).status).toBe(200)
    await test.jobs.runDue()
    expect(test.mails.sent.at(-1)).toMatchObject({ to: colleague.email })
    const log = await test.db.select().from(activities).where(eq(activities.subjectId, colleague.id))
    expect(log.map(({ action, userId }) => [action, userId])).toContainEqual([
      'second-factor.reset',
      admin.id,
    ])
    expect((await reset(colleague.id, admin.token, { password: admin.password })).status).toBe(404)
  })
})

it('survives a change of the password in the same session', async () => {
  const admin = await withTotp()
  const body = { old_password: admin.password, new_password: 'another long walk home' }
  const changed = await call(test, 'PUT', '/profile/password', { token: admin.token, body })
  const { session } = changed.data as { session: Session }
  const rows = await test.db.select().from(sessions).where(eq(sessions.userId, admin.id))
  expect(session.user.id).toBe(admin.id)
  expect(rows.find(({ revokedAt }) => revokedAt === null)?.secondFactorAt).toBeInstanceOf(Date)
})

describe('ADMIN_REQUIRE_MFA', () => {
  it('closes the back office until a factor was shown, but not its setting up', async () => {
    const strict = await buildTestApp({ config: { publicOrigin: ORIGIN, requiresSecondFactor: true } })
    const admin = await strict.signIn({ role: 'ADMIN' })
    const { token } = admin
    const closed = await call(strict, 'GET', '/backoffice/users', { token })
    expect(outcome(closed)).toEqual([403, 'SECOND_FACTOR_SETUP_REQUIRED'])
    expect((await call(strict, 'GET', SETUP, { token })).data).toMatchObject({ is_due: true })
    const { secret } = (await call(strict, 'POST', `${SETUP}/totp`, { token, body: {} })).data as {
      secret: string
    }
    const body = { code: codeOf(secret) }
    expect((await call(strict, 'POST', `${SETUP}/totp/confirm`, { token, body })).status).toBe(200)
    expect(await isIn(token, strict)).toBe(200)
    await strict.close()
  })

  it('shows nobody’s unpublished event to an administrator without a factor, and their own like to anybody', async () => {
    const strict = await buildTestApp({ config: { publicOrigin: ORIGIN, requiresSecondFactor: true } })
    const { id, token } = await strict.signIn({ role: 'ADMIN' })
    const waiting = await submit(strict)
    const own = await submit(strict, {}, { token })
    const read = async (event: string) => outcome(await call(strict, 'GET', `/events/${event}`, { token }))
    expect(await read(waiting)).toEqual([404, 'NOT_FOUND'])
    expect(await read(own)).toEqual([200])
    await strict.db.update(sessions).set({ secondFactorAt: new Date() }).where(eq(sessions.userId, id))
    expect(await read(waiting)).toEqual([200])
    await strict.close()
  })
})
