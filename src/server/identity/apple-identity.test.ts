import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { jwtVerify } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAppleIdentity } from './sign-in-providers'
import {
  REDIRECT_URI,
  startOpenIdProvider,
  type OpenIdProvider,
} from '@tests/support/services/openid-provider'

const CLIENT_ID = 'guide.example.web'
const TEAM_ID = 'TEAM123456'
const KEY_ID = 'KEY1234567'
const SIX_MONTHS_SECONDS = 15_777_000

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
const privateKey = newKey()

let provider: OpenIdProvider
let secrets: string[] = []

beforeAll(async () => {
  provider = await startOpenIdProvider({
    clients: [{ id: CLIENT_ID, secret: 'never sent' }],
    acceptsSecret: isSecretOfTeam,
  })
})

beforeEach(() => {
  secrets = []
})

afterAll(() => provider.close())

describe('signing in with Apple', () => {
  it('identifies the person, with the secret that Apple requires', async () => {
    provider.claims = { sub: 'person-1', email: 'abc@privaterelay.appleid.com', email_verified: 'true' }
    const apple = create()
    for (const code of [await provider.signIn(CLIENT_ID), await provider.signIn(CLIENT_ID)]) {
      expect(await apple.exchange(code)).toEqual({
        kind: 'ok',
        subject: 'person-1',
        email: 'abc@privaterelay.appleid.com',
        emailVerified: true,
      })
    }
    expect(secrets).toHaveLength(2)
  })

  it('refuses a made-up code', async () => {
    expect(await create().exchange('made-up')).toEqual({ kind: 'refused' })
  })

  it('is unavailable while our key is not the one that Apple knows', async () => {
    const code = await provider.signIn(CLIENT_ID)
    expect(await create({ privateKey: newKey() }).exchange(code)).toEqual({ kind: 'unavailable' })
    expect(await create({ teamId: 'ANOTHER' }).exchange(code)).toEqual({ kind: 'unavailable' })
  })
})

function create(changed: { privateKey?: KeyObject; teamId?: string } = {}) {
  const { issuer, authorizationEndpoint, tokenEndpoint, jwksUri } = provider
  return createAppleIdentity({
    clientId: CLIENT_ID,
    teamId: TEAM_ID,
    keyId: KEY_ID,
    privateKey,
    redirectUri: REDIRECT_URI,
    issuer,
    authorizationEndpoint,
    tokenEndpoint,
    jwksUri,
    log: { warn: () => undefined },
    ...changed,
  })
}

/** Apple's documentation requires this of a client secret, and no more. */
async function isSecretOfTeam(secret: string): Promise<boolean> {
  secrets.push(secret)
  try {
    const { payload, protectedHeader } = await jwtVerify(secret, createPublicKey(privateKey), {
      algorithms: ['ES256'],
      issuer: TEAM_ID,
      subject: CLIENT_ID,
      audience: provider.issuer,
      requiredClaims: ['iat', 'exp'],
    })
    return protectedHeader.kid === KEY_ID && (payload.exp ?? 0) - (payload.iat ?? 0) < SIX_MONTHS_SECONDS
  } catch {
    return false
  }
}
