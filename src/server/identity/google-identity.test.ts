import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { SignJWT, UnsecuredJWT, generateKeyPair, type CryptoKey } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCodeFlow } from './sign-in-providers'
import {
  REDIRECT_URI,
  startOpenIdProvider,
  type OpenIdProvider,
} from '@tests/support/services/openid-provider'

const CLIENT = { id: 'guide', secret: 'a secret of the guide' }
const OTHER = { id: 'another-guide', secret: 'a secret of the other' }
const SECONDS_AGO = 1_000

let provider: OpenIdProvider
let logged: string[] = []
const log = { warn: (fields: object, message: string) => logged.push(JSON.stringify({ ...fields, message })) }
let servers: Server[] = []

beforeAll(async () => {
  provider = await startOpenIdProvider({ clients: [CLIENT, OTHER] })
})

beforeEach(() => {
  logged = []
  provider.claims = { sub: 'person-1' }
})

afterEach(closeServers)

afterAll(() => provider.close())

describe('signing in with Google', () => {
  it('identifies the person from a code of the real flow', async () => {
    provider.claims = { sub: 'person-1', email: 'ana@example.com', email_verified: true, name: 'Ana Ondas' }
    expect(await google().exchange(await provider.signIn(CLIENT.id))).toEqual({
      kind: 'ok',
      subject: 'person-1',
      email: 'ana@example.com',
      emailVerified: true,
      name: 'Ana Ondas',
    })
    expect(logged).toEqual([])
  })

  it('takes a name as one line, without what cannot be seen', async () => {
    const name = ' Ana\u202E\n Ondas\u0007 '
    provider.claims = { sub: 'person-1', email: 'ana@example.com', email_verified: true, name }
    expect(await google().exchange(await provider.signIn(CLIENT.id))).toMatchObject({ name: 'Ana  Ondas' })
    provider.claims.name = `${'a'.repeat(200)}🏄`
    expect(await google().exchange(await provider.signIn(CLIENT.id))).toMatchObject({ name: 'a'.repeat(200) })
  })

  it('does not take an unverified address for a verified one, nor something else for an address', async () => {
    provider.claims = { sub: 'person-1', email: 'ana@example.com', email_verified: false, name: ' ' }
    expect(await google().exchange(await provider.signIn(CLIENT.id))).toEqual({
      kind: 'ok',
      subject: 'person-1',
      email: 'ana@example.com',
      emailVerified: false,
    })
    provider.claims = { sub: 'person-1', email: 'a@example.com, b@example.com', email_verified: true }
    expect(await google().exchange(await provider.signIn(CLIENT.id))).toEqual({
      kind: 'ok',
      subject: 'person-1',
      emailVerified: false,
    })
  })

  it('gives an address in the one form, and makes none out of a text with what cannot be seen', async () => {
    expect(await addressOf('joa\u0303o@example.pt')).toEqual(['jo\u00E3o@example.pt', true])
    expect(await addressOf('jo\u00C3o\u212A@example.pt')).toEqual(['jo\u00E3oK@example.pt', true])
    expect(await addressOf('ki\u200Bm@example.pt')).toEqual([undefined, false])
  })

  it('refuses a made-up code, a used one, and one of another application', async () => {
    const used = await provider.signIn(CLIENT.id)
    expect(await google().exchange(used)).toMatchObject({ kind: 'ok' })
    const codes = ['made-up', used, await provider.signIn(OTHER.id)]
    for (const code of codes) expect(await google().exchange(code)).toEqual({ kind: 'refused' })
  })

  it('refuses a code that was sent to another address', async () => {
    const code = await provider.signIn(CLIENT.id)
    expect(await google({ redirectUri: 'http://127.0.0.1:9/other' }).exchange(code)).toEqual({
      kind: 'refused',
    })
  })

  it('calls our own wrong secret unavailable, and says so in the log without the secret', async () => {
    const code = await provider.signIn(CLIENT.id)
    expect(await google({ clientSecret: () => 'a wrong secret' }).exchange(code)).toEqual({
      kind: 'unavailable',
    })
    expect(logged).toEqual([expect.stringContaining('"reason":"401 invalid_client"')])
    expect(logged.join()).not.toContain('a wrong secret')
    expect(logged.join()).not.toContain(code)
  })
})

describe('an ID token', () => {
  it('that the provider signed for us is believed', async () => {
    expect(await exchangeToken(await signed({}))).toMatchObject({ kind: 'ok', subject: 'person-2' })
  })

  it('that expired, or is for or by somebody else, is refused', async () => {
    const past = Math.floor(Date.now() / 1000) - SECONDS_AGO
    for (const claims of [
      { exp: past },
      { exp: undefined },
      { sub: undefined },
      { sub: '' },
      { aud: OTHER.id },
      { aud: [CLIENT.id, OTHER.id], azp: OTHER.id },
      { aud: undefined },
      { iss: 'https://accounts.example' },
      { nbf: past + 2 * SECONDS_AGO },
    ]) {
      expect(await exchangeToken(await signed(claims)), JSON.stringify(claims)).toEqual({ kind: 'refused' })
    }
  })

  it('that is missing is none', async () => {
    const body = JSON.stringify({ access_token: 'x', token_type: 'Bearer' })
    const tokenEndpoint = await listen((request) => request.end(200, body))
    expect(await google({ tokenEndpoint }).exchange('code')).toEqual({ kind: 'refused' })
  })

  it('that is forged is refused', async () => {
    const foreign = await generateKeyPair('RS256')
    const forged = [
      await signed({}, { key: foreign.privateKey }),
      await signed({}, { key: foreign.privateKey, kid: 'unknown' }),
      (await signed({})).replace(/\.[^.]+\./, `.${btoa('{"sub":"somebody"}')}.`),
      new UnsecuredJWT(claimsOf({})).encode(),
      await new SignJWT(claimsOf({}))
        .setProtectedHeader({ alg: 'HS256' })
        .sign(Buffer.from(CLIENT.secret.padEnd(32))),
      'nonsense',
    ]
    for (const token of forged) expect(await exchangeToken(token), token).toEqual({ kind: 'refused' })
    expect(logged).toHaveLength(forged.length)
    for (const token of forged) expect(logged.join()).not.toContain(token)
  })
})

describe('a provider that is away', () => {
  it('is unavailable when nobody listens', async () => {
    const address = await listen(() => undefined)
    await closeServers()
    expect(await google({ tokenEndpoint: address }).exchange('code')).toEqual({ kind: 'unavailable' })
    expect(logged).toEqual([expect.stringContaining('unreachable (ECONNREFUSED)')])
  })

  it('is unavailable when it fails, sheds load, responds with nonsense or redirects', async () => {
    const responses = [
      { status: 500, body: '{}' },
      { status: 429, body: '{"error":"slow_down"}' },
      { status: 200, body: '<html>' },
      { status: 307, body: '' },
    ]
    for (const { status, body } of responses) {
      const tokenEndpoint = await listen((request) => request.end(status, body))
      expect(await google({ tokenEndpoint }).exchange('code'), String(status)).toEqual({
        kind: 'unavailable',
      })
    }
  })

  it('is unavailable when it never responds', async () => {
    const tokenEndpoint = await listen(() => undefined)
    expect(await google({ tokenEndpoint, timeoutMs: 20 }).exchange('code')).toEqual({ kind: 'unavailable' })
    expect(logged).toEqual([expect.stringContaining('OAUTH_TIMEOUT')])
  })

  it('is unavailable when its keys cannot be had', async () => {
    const token = await signed({})
    const broken = await listen((request) => request.end(500, ''))
    const silent = await listen(() => undefined)
    expect(await exchangeToken(token, { jwksUri: broken })).toEqual({ kind: 'unavailable' })
    expect(await exchangeToken(token, { jwksUri: silent, timeoutMs: 20 })).toEqual({ kind: 'unavailable' })
  })
})

/** The address of a person whose provider says that it is theirs, and whether that counts. */
async function addressOf(email: string): Promise<[string | undefined, boolean] | undefined> {
  provider.claims = { sub: 'person-1', email, email_verified: true }
  const person = await google().exchange(await provider.signIn(CLIENT.id))
  return person.kind === 'ok' ? [person.email, person.emailVerified] : undefined
}

function google(changed: Partial<Parameters<typeof createCodeFlow>[0]> = {}) {
  const { issuer, authorizationEndpoint, tokenEndpoint, jwksUri } = provider
  return createCodeFlow({
    provider: 'google',
    clientId: CLIENT.id,
    clientSecret: () => CLIENT.secret,
    redirectUri: REDIRECT_URI,
    log,
    issuer,
    authorizationEndpoint,
    tokenEndpoint,
    jwksUri,
    ...changed,
  })
}

/** Lets a token endpoint hand out this token; the keys stay the real provider's. */
async function exchangeToken(token: string, changed: Parameters<typeof google>[0] = {}) {
  const tokenEndpoint = await listen((request) =>
    request.end(200, JSON.stringify({ access_token: 'x', token_type: 'Bearer', id_token: token })),
  )
  return google({ tokenEndpoint, ...changed }).exchange('code')
}

function claimsOf(changed: Record<string, unknown>): Record<string, unknown> {
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    iss: provider.issuer,
    sub: 'person-2',
    aud: CLIENT.id,
    iat: now,
    exp: now + 300,
    ...changed,
  }
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined))
}

function signed(
  changed: Record<string, unknown>,
  { key, kid }: { key?: CryptoKey; kid?: string } = {},
): Promise<string> {
  return new SignJWT(claimsOf(changed))
    .setProtectedHeader({ alg: 'RS256', kid: kid ?? provider.keyId })
    .sign(key ?? provider.signingKey)
}

async function listen(
  respond: (request: { end(status: number, body: string): void }) => void,
): Promise<string> {
  const server = createServer((_request, response) => {
    respond({
      end: (status, body) => {
        const location = status === 307 ? { location: provider.tokenEndpoint } : {}
        response.writeHead(status, { 'content-type': 'application/json', ...location }).end(body)
      },
    })
  }).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no address')
  return `http://127.0.0.1:${address.port}/`
}

async function closeServers(): Promise<void> {
  for (const server of servers) {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }
  servers = []
}
