import { randomUUID } from 'node:crypto'
import { decodeJwt, SignJWT } from 'jose'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type SignedIn, type TestApp } from '@tests/support/server/app'
import { call } from '@tests/support/server/calls'
import {
  samplePath,
  samplesOf,
  type EndpointSample,
  type Sample,
} from '@tests/support/server/endpoint-samples'
import type { Session } from '@/contract/accounts/auth'
import type { Endpoint } from '@/contract/endpoint'
import { changePassword } from '@/contract/accounts/profile'
import { ENDPOINTS, type EndpointName } from '@/contract/endpoints'
import { may, type Role } from '@/domain/accounts/permission'
import { sessions } from '@/server/platform/database/schema'

const CALLERS = ['anonymous', 'user', 'owner', 'other user', 'admin'] as const
type Caller = (typeof CALLERS)[number]

const ROLE_OF: Partial<Record<Caller, Role>> = {
  user: 'USER',
  owner: 'USER',
  'other user': 'USER',
  admin: 'ADMIN',
}
type BadToken = 'expired' | 'forged' | 'revoked'

let test: TestApp
let people: Record<'user' | 'owner' | 'other user' | 'admin', SignedIn>
let tokens: Record<Caller, string | undefined>
let badTokens: Record<BadToken, string>

beforeAll(async () => {
  test = await buildTestApp()
  const early = await test.signIn({ role: 'ADMIN' })
  test.clock.advance({ minutes: 20 })
  const [user, owner, other, admin, dismissed] = [
    await test.signIn(),
    await test.signIn(),
    await test.signIn(),
    await test.signIn({ role: 'ADMIN' }),
    await test.signIn({ role: 'ADMIN' }),
  ]
  people = { user, owner, 'other user': other, admin }
  await test.db
    .update(sessions)
    .set({ revokedAt: new Date(test.clock.nowMs()) })
    .where(eq(sessions.userId, dismissed.id))
  tokens = {
    anonymous: undefined,
    user: user.token,
    owner: owner.token,
    'other user': other.token,
    admin: admin.token,
  }
  badTokens = {
    expired: early.token,
    forged: await forgedFrom(admin.token),
    revoked: dismissed.token,
  }
})
afterAll(() => test.close())

/** An administrator's token, signed with another secret. */
async function forgedFrom(token: string): Promise<string> {
  const secret = new TextEncoder().encode('a secret that the server has never heard of')
  return new SignJWT(decodeJwt(token)).setProtectedHeader({ alg: 'HS256' }).sign(secret)
}

/** The response that the contract and the table of permissions require. */
function expected(endpoint: Endpoint, sample: EndpointSample, caller: Caller): number {
  const role = ROLE_OF[caller]
  if (endpoint.auth === 'required' && role === undefined) return 401
  if (!may({ role }, endpoint.permission)) return role === undefined ? 401 : 403
  if (sample.thing !== undefined && !may({ role, owns: caller === 'owner' }, sample.thing)) return 404
  return sample.status ?? endpoint.status ?? 200
}

/** Everything that a call could have changed, as one text. */
async function stateOfAll(): Promise<string> {
  const { rows } = await test.db.execute<{ state: string }>(sql`
    select concat_ws(' ',
      (select md5(string_agg(e::text, '' order by e.id)) from events e),
      (select md5(string_agg(t::text, '' order by t.id)) from tags t),
      (select md5(string_agg(u::text, '' order by u.id)) from users u),
      (select md5(string_agg(d::text, '' order by d.id)) from devices d),
      (select md5(string_agg(c::text, '' order by c.id)) from contact_forms c),
      (select md5(string_agg(m::text, '' order by m.id)) from mail_tokens m),
      (select count(*) from schedules), (select count(*) from sessions), (select count(*) from jobs),
      (select value from change_counter)) as state`)
  return rows[0]?.state ?? ''
}

/** What a call of one caller came to: its status. */
async function statusFor(endpoint: Endpoint, caller: Caller, made: Sample): Promise<number> {
  const token = tokens[caller]
  const response = await call(test, endpoint.method, samplePath(endpoint.path, made), {
    ...(token === undefined ? {} : { token }),
    ...(made.body === undefined ? {} : { body: made.body }),
    // An upload is for the write that has its key.
    ...(endpoint.takesBytes && { key: randomUUID() }),
  })
  // A new password ends the session and begins another.
  if (endpoint === changePassword && response.status === 200)
    ownOf(caller).token = tokens[caller] = (response.data as { session: Session }).session.access_token.token
  return response.status
}

const ownOf = (caller: Caller): SignedIn => people[caller as keyof typeof people] ?? people.owner

const ROWS = (Object.keys(ENDPOINTS) as EndpointName[]).flatMap((name) =>
  samplesOf(name).map((sample) => ({
    title: `${ENDPOINTS[name].method} ${ENDPOINTS[name].path}${sample.of === undefined ? '' : `, ${sample.of}`}`,
    endpoint: ENDPOINTS[name] as Endpoint,
    sample,
  })),
)

describe('the authorisation matrix', () => {
  it.each(ROWS)('is right for $title', async ({ endpoint, sample }) => {
    const right = Object.fromEntries(
      CALLERS.map((caller) => [caller, expected(endpoint, sample, caller)] as const),
    )
    const isRefused = (caller: Caller) => right[caller] === 401 || right[caller] === 403
    const statuses: Record<string, number> = {}
    // A thing belongs to the owner. Who is refused leaves no trace of it, so one is enough for all of them.
    const made = await sample.make({ test, owner: people.owner })
    const before = await stateOfAll()
    for (const caller of CALLERS.filter(isRefused)) statuses[caller] = await statusFor(endpoint, caller, made)
    expect(await stateOfAll()).toBe(before)
    for (const caller of CALLERS.filter((one) => !isRefused(one))) {
      // What a person says of themselves is their own.
      const owner = endpoint === changePassword ? ownOf(caller) : people.owner
      statuses[caller] = await statusFor(endpoint, caller, await sample.make({ test, owner }))
    }
    expect(statuses).toEqual(right)
  })

  it.each(['expired', 'forged', 'revoked'] as const)('refuses a token that is %s', async (kind) => {
    for (const path of ['/events/00000000-0000-4000-8000-000000000000', '/profile/me', '/backoffice/users']) {
      const { status } = await call(test, 'GET', path, { token: badTokens[kind] })
      expect([path, status]).toEqual([path, 401])
    }
  })

  it('follows the role that a person has now, not the one of their token', async () => {
    const person = await test.signIn({ role: 'ADMIN' })
    const listUsers = async () =>
      (await call(test, 'GET', '/backoffice/users', { token: person.token })).status
    expect(await listUsers()).toBe(200)
    await test.db.execute(sql`update users set role = 'USER' where id = ${person.id}`)
    expect(await listUsers()).toBe(403)
  })
})
