// A real OpenID provider on loopback: the certified oidc-provider, with one person who is always signed in already.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'
import type { CryptoKey } from 'jose'
import { Provider } from 'oidc-provider'
import type { ClientMetadata } from 'oidc-provider'

export const REDIRECT_URI = 'http://127.0.0.1:9/callback'
const KEY_ID = 'signing'

export interface OpenIdProvider {
  issuer: string
  tokenEndpoint: string
  jwksUri: string
  /** The key behind its tokens, for tests of tokens that it would not sign itself. */
  signingKey: CryptoKey
  keyId: string
  /** What its ID tokens say of the person who signs in. */
  claims: Record<string, unknown> & { sub: string }
  /** Walks the sign-in as the browser would; the code with which it is sent back. */
  signIn(clientId: string): Promise<string>
  close(): Promise<void>
}

interface Settings {
  clients: { id: string; secret: string }[]
  /** Instead of comparing the secret. */
  acceptsSecret?: (secret: string) => Promise<boolean>
}

export async function startOpenIdProvider({ clients, acceptsSecret }: Settings): Promise<OpenIdProvider> {
  const keys = await generateKeyPair('RS256', { extractable: true })
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no address')
  const issuer = `http://127.0.0.1:${address.port}`
  const current: Pick<OpenIdProvider, 'claims'> = { claims: { sub: 'person-1' } }

  const provider = new Provider(issuer, {
    clients: clients.map(clientOf),
    jwks: { keys: [{ ...(await exportJWK(keys.privateKey)), kid: KEY_ID, use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['only for this test'] },
    features: { devInteractions: { enabled: false } },
    ttl: { Interaction: 60, Grant: 60, Session: 60, AccessToken: 60, IdToken: 300 },
    pkce: { required: () => false },
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: () => ({ accountId: current.claims.sub, claims: () => current.claims }),
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    // The person has agreed long ago.
    loadExistingGrant: async (ctx) => {
      const { client, session } = ctx.oidc
      if (client === undefined || session?.accountId === undefined) return undefined
      const grant = new ctx.oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  if (acceptsSecret !== undefined) provider.Client.prototype.compareClientSecret = acceptsSecret

  const handle = provider.callback()
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.startsWith('/interaction/') !== true) return void handle(request, response)
    void provider.interactionFinished(request, response, { login: { accountId: current.claims.sub } })
  })
  return Object.assign(current, {
    issuer,
    tokenEndpoint: `${issuer}/token`,
    jwksUri: `${issuer}/jwks`,
    signingKey: keys.privateKey,
    keyId: KEY_ID,
    signIn: (clientId: string) => walk(issuer, clientId),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
}

function clientOf({ id, secret }: { id: string; secret: string }): ClientMetadata {
  return {
    client_id: id,
    client_secret: secret,
    redirect_uris: [REDIRECT_URI],
    token_endpoint_auth_method: 'client_secret_post',
  }
}

/** Follows the redirects with their cookies until one leads back to the application. */
async function walk(issuer: string, clientId: string): Promise<string> {
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    scope: 'openid email profile',
  })
  const cookies = new Map<string, string>()
  let address = `${issuer}/auth?${query.toString()}`
  while (!address.startsWith(REDIRECT_URI)) {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const response = await fetch(address, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`${response.status} ${await response.text()}`)
    address = new URL(location, address).href
  }
  return new URL(address).searchParams.get('code') ?? ''
}
