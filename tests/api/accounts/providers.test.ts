import { createHash, createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { eq } from 'drizzle-orm'
import { jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { call } from '@tests/support/server/calls'
import { untilBlocked } from '@tests/support/attacks/blocked-connection'
import { mailedToken } from '@tests/support/server/links-in-mails'
import type { Session } from '@/contract/accounts/auth'
import { readConfig } from '@/server/config/read-config'
import { identities, sessions, secondFactors, users } from '@/server/platform/database/schema'
import {
  REDIRECT_URI,
  startOpenIdProvider,
  type OpenIdProvider,
} from '@tests/support/services/openid-provider'
import { signInProviders, type SignInProviders } from '@/server/identity/sign-in-providers'

// The tests go from the environment of a server to the response of a login, with a real OpenID provider behind it.

const GOOGLE_CLIENT = { id: 'guide', secret: 'a secret of the guide' }
const APPLE_WEBSITE = 'guide.example.web'
const APPLE_APP = 'guide.example.app'
const APPLE_TEAM = 'TEAM123456'
const privateKeyPem = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString()
const SILENT = { warn: () => {} }

let google: OpenIdProvider
let apple: OpenIdProvider
let test: TestApp

beforeAll(async () => {
  google = await startOpenIdProvider({ clients: [GOOGLE_CLIENT] })
  apple = await startOpenIdProvider({
    clients: [APPLE_WEBSITE, APPLE_APP].map((id) => ({ id, secret: 'never sent' })),
    acceptsSecret: isSignedByTeam,
  })
  test = await buildTestApp({ identity: configured() })
})
afterAll(async () => {
  await test.close()
  await google.close()
  await apple.close()
})

describe('signing in with Google', () => {
  it('opens an account at the first time, and finds it again at the next', async () => {
    const [sub, email] = [randomUUID(), address()]
    google.claims = { sub, email: email.toUpperCase(), email_verified: true, name: 'Ana Ondas' }
    const first = await withGoogle()
    expect(first.user).toMatchObject({ email, name: 'Ana Ondas', role: 'USER' })
    google.claims = { sub, email: address(), email_verified: true, name: 'Another Name' }
    expect((await withGoogle()).user).toEqual(first.user)
    const opened = test.db.select({ method: sessions.method }).from(sessions)
    expect(await opened.where(eq(sessions.userId, first.user.id))).toEqual([
      { method: 'google' },
      { method: 'google' },
    ])
    const profile = await call(test, 'GET', '/profile/me', { token: first.access_token.token })
    expect(profile.data).toMatchObject({ isGoogleConnected: true, isAppleConnected: false })
  })

  it('connects a confirmed account with the same address, whose password stays', async () => {
    const person = await test.signIn({ email: address() })
    google.claims = { sub: randomUUID(), email: person.email, email_verified: true, name: 'From Google' }
    expect((await withGoogle()).user).toMatchObject({ id: person.id, name: 'Maria Silva' })
    const { email, password } = person
    expect((await call(test, 'POST', '/auth/login', { body: { email, password } })).status).toBe(200)
  })

  it('tells the owner of an account that it has joined by the address, once, in their language', async () => {
    const person = await test.signIn({ email: address() })
    await test.db.update(users).set({ locale: 'pt' }).where(eq(users.id, person.id))
    google.claims = { sub: randomUUID(), email: person.email, email_verified: true }
    await withGoogle()
    await withGoogle()
    const newcomer = address()
    google.claims = { sub: randomUUID(), email: newcomer, email_verified: true }
    await withGoogle()
    await test.jobs.runDue()
    const mails = test.mails.sent.filter(({ to }) => to === person.email || to === newcomer)
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [person.email, 'Já pode iniciar sessão também com o Google'],
    ])
    expect(mails[0]?.text).toContain('Se não foi por sua iniciativa')
  })

  it('never joins an administrator’s account by the address alone', async () => {
    const admin = await test.signIn({ email: address(), role: 'ADMIN' })
    google.claims = { sub: randomUUID(), email: admin.email, email_verified: true }
    const response = await loginWithGoogle(await google.signIn(GOOGLE_CLIENT.id))
    expect([response.status, response.error?.code]).toEqual([403, 'FORBIDDEN'])
    expect(await test.db.select().from(identities).where(eq(identities.userId, admin.id))).toEqual([])
    await test.jobs.runDue()
    expect(test.mails.sent.filter(({ to }) => to === admin.email)).toEqual([])
    // A provider that had joined before the promotion signs in as before.
    const person = address()
    google.claims = { sub: randomUUID(), email: person, email_verified: true }
    const { user } = await withGoogle()
    await test.db.update(users).set({ role: 'ADMIN' }).where(eq(users.id, user.id))
    expect((await withGoogle()).user).toMatchObject({ id: user.id, role: 'ADMIN' })
  })

  it('asks an administrator for a second factor also where it is set up at this moment', async () => {
    google.claims = { sub: randomUUID(), email: address(), email_verified: true }
    const { id } = (await withGoogle()).user
    await test.db.update(users).set({ role: 'ADMIN' }).where(eq(users.id, id))
    const code = await google.signIn(GOOGLE_CLIENT.id)
    const [signingIn] = await test.db.transaction(async (tx) => {
      // Adding a factor locks the same row.
      await tx.select().from(users).where(eq(users.id, id)).for('update')
      const response = loginWithGoogle(code)
      await untilBlocked(tx)
      await tx.insert(secondFactors).values({ userId: id, salt: 'x', confirmedAt: new Date() })
      // The promise is in a list: the transaction must not wait for it.
      return [response] as const
    })
    expect((await signingIn).error?.code).toBe('SECOND_FACTOR_REQUIRED')
  })

  it('does not let in who registered the address without ever confirming it', async () => {
    const email = address()
    const body = { email, password: 'chosen-by-somebody-else', name: 'Somebody Else' }
    await call(test, 'POST', '/auth/register', { body })
    const link = await mailedToken(test, email, 'confirm')
    google.claims = { sub: randomUUID(), email, email_verified: true, name: 'The Owner' }
    expect((await withGoogle()).user).toMatchObject({ email, name: 'The Owner' })
    const response = await call(test, 'POST', '/auth/login', { body: { email, password: body.password } })
    expect(response.error?.code).toBe('INVALID_CREDENTIALS')
    expect((await call(test, 'POST', '/auth/confirm-email', { body: { token: link } })).status).toBe(404)
  })

  it('refuses an address that Google has not checked, whether or not it is known', async () => {
    const { email } = await test.signIn()
    const texts = []
    for (const claimed of [email, address()]) {
      google.claims = { sub: randomUUID(), email: claimed, email_verified: false }
      const response = await loginWithGoogle(await google.signIn(GOOGLE_CLIENT.id))
      expect(response.error?.code).toBe('EMAIL_NOT_CONFIRMED')
      texts.push(response.text)
    }
    expect(texts[1]).toBe(texts[0])
  })

  it('does not move an account that is connected from one person to another', async () => {
    const email = address()
    google.claims = { sub: randomUUID(), email, email_verified: true }
    const { user } = await withGoogle()
    google.claims = { sub: randomUUID(), email, email_verified: true }
    const response = await loginWithGoogle(await google.signIn(GOOGLE_CLIENT.id))
    expect(response.error?.code).toBe('CONFLICT')
    expect(await test.db.select().from(identities).where(eq(identities.userId, user.id))).toHaveLength(1)
  })
})

describe('signing in with Apple', () => {
  it('takes the name that the browser sends at the first login, and at no later one', async () => {
    const email = 'abc@privaterelay.appleid.com'
    apple.claims = { sub: randomUUID(), email, email_verified: 'true' }
    const first = await withApple({ name: ' Rui Mar ', email: 'somebody.else@example.com' })
    expect(first.user).toMatchObject({ name: 'Rui Mar', email })
    expect((await withApple({ name: 'Another Name' })).user).toEqual(first.user)
    expect((await withApple({})).user).toEqual(first.user)
  })

  it('never identifies an account by an address that only the browser sends', async () => {
    const { email } = await test.signIn()
    apple.claims = { sub: randomUUID() }
    const code = await apple.signIn(APPLE_WEBSITE)
    const response = await loginWithApple({ authorization_code: code, email })
    expect(response.error?.code).toBe('EMAIL_NOT_CONFIRMED')
  })

  it('takes codes of the app too, which belong to another registration', async () => {
    const both = await buildTestApp({ identity: configured({ APPLE_APP_ID: APPLE_APP }) })
    try {
      apple.claims = { sub: randomUUID(), email: address(), email_verified: true }
      const ids = []
      for (const client of [APPLE_WEBSITE, APPLE_APP]) {
        const body = { authorization_code: await apple.signIn(client) }
        const response = await call(both, 'POST', '/auth/apple/login', { body })
        expect(response.status, client).toBe(200)
        ids.push((response.data as Session).user.id)
      }
      expect(ids[1]).toBe(ids[0])
      const code = await apple.signIn(APPLE_APP)
      expect((await loginWithApple({ authorization_code: code })).status).toBe(401)
    } finally {
      await both.close()
    }
  })
})

describe('a sign-in that began in a browser', () => {
  it('counts with the verifier and the nonce that it began with, and with no other', async () => {
    google.claims = { sub: randomUUID(), email: address(), email_verified: true }
    const verifier = 'v'.repeat(43)
    const begin = async () =>
      google.signIn(GOOGLE_CLIENT.id, {
        nonce: 'a nonce of the browser',
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      })
    const responses = []
    for (const checks of [
      { nonce: 'a nonce of the browser', code_verifier: verifier },
      { nonce: 'a nonce of the browser', code_verifier: 'w'.repeat(43) },
      { nonce: 'a nonce of the browser' },
      { nonce: 'a nonce of another', code_verifier: verifier },
      { code_verifier: verifier },
    ]) {
      const body = { code: await begin(), ...checks }
      responses.push((await call(test, 'POST', '/auth/google/login', { body })).status)
    }
    expect(responses).toEqual([200, 401, 401, 401, 401])
  })
})

describe('the list of providers', () => {
  it('says where a browser begins, and nothing that is secret', async () => {
    expect(await listed(configured())).toEqual({
      google: {
        authorization_endpoint: google.authorizationEndpoint,
        client_id: GOOGLE_CLIENT.id,
        redirect_uri: REDIRECT_URI,
      },
      apple: {
        authorization_endpoint: apple.authorizationEndpoint,
        client_id: APPLE_WEBSITE,
        redirect_uri: REDIRECT_URI,
      },
    })
  })
})

describe('a provider', () => {
  it('that cannot be reached makes the login respond 503 with Retry-After', async () => {
    const nobody = createServer().listen(0, '127.0.0.1')
    await once(nobody, 'listening')
    const bound = nobody.address()
    const port = typeof bound === 'object' && bound !== null ? bound.port : 0
    nobody.close()
    await once(nobody, 'close')
    const down = await buildTestApp({
      identity: configured({ GOOGLE_TOKEN_ENDPOINT: `http://127.0.0.1:${port}/token` }),
    })
    try {
      const response = await call(down, 'POST', '/auth/google/login', { body: { code: 'x' } })
      expect([response.status, response.error?.code]).toEqual([503, 'UNAVAILABLE'])
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
      expect(await down.db.select().from(users)).toEqual([])
    } finally {
      await down.close()
    }
  })
})

const address = () => `${randomUUID()}@example.com`
const loginWithGoogle = (code: string) => call(test, 'POST', '/auth/google/login', { body: { code } })
const loginWithApple = (body: object) => call(test, 'POST', '/auth/apple/login', { body })

async function withGoogle(): Promise<Session> {
  const response = await loginWithGoogle(await google.signIn(GOOGLE_CLIENT.id))
  expect(response.status, response.text).toBe(200)
  return response.data as Session
}

async function withApple(profile: { name?: string; email?: string }): Promise<Session> {
  const response = await loginWithApple({ authorization_code: await apple.signIn(APPLE_WEBSITE), ...profile })
  expect(response.status, response.text).toBe(200)
  return response.data as Session
}

async function listed(identity: SignInProviders): Promise<unknown> {
  const app = await buildTestApp({ identity })
  try {
    return (await call(app, 'GET', '/auth/providers')).data
  } finally {
    await app.close()
  }
}

/** Providers as the environment of a server configures them. */
function configured(changes: Record<string, string> = {}) {
  const config = readConfig({ ...environment(), ...changes })
  return signInProviders(config, { origin: 'http://guide.test', log: SILENT })
}

function environment() {
  return {
    GOOGLE_CLIENT_ID: GOOGLE_CLIENT.id,
    GOOGLE_CLIENT_SECRET: GOOGLE_CLIENT.secret,
    GOOGLE_REDIRECT_URI: REDIRECT_URI,
    GOOGLE_ISSUER: google.issuer,
    GOOGLE_AUTHORIZATION_ENDPOINT: google.authorizationEndpoint,
    GOOGLE_TOKEN_ENDPOINT: google.tokenEndpoint,
    GOOGLE_JWKS_URI: google.jwksUri,
    APPLE_CLIENT_ID: APPLE_WEBSITE,
    APPLE_TEAM_ID: APPLE_TEAM,
    APPLE_KEY_ID: 'KEY1234567',
    APPLE_PRIVATE_KEY: privateKeyPem.replaceAll('\n', '\\n'),
    APPLE_REDIRECT_URI: REDIRECT_URI,
    APPLE_ISSUER: apple.issuer,
    APPLE_AUTHORIZATION_ENDPOINT: apple.authorizationEndpoint,
    APPLE_TOKEN_ENDPOINT: apple.tokenEndpoint,
    APPLE_JWKS_URI: apple.jwksUri,
  }
}

async function isSignedByTeam(secret: string): Promise<boolean> {
  return jwtVerify(secret, createPublicKey(privateKeyPem), { issuer: APPLE_TEAM }).then(
    () => true,
    () => false,
  )
}
