// A real OpenID provider on loopback: the certified oidc-provider, with one person who signs in at once, or is asked first.

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair, type CryptoKey } from 'jose'
import type { ClientMetadata, Configuration, InteractionResults } from 'oidc-provider'

export const REDIRECT_URI = 'http://127.0.0.1:9/callback'
const KEY_ID = 'signing'
const SCOPE = 'openid email profile name'

export interface OpenIdProvider {
  issuer: string
  authorizationEndpoint: string
  tokenEndpoint: string
  jwksUri: string
  /** The key behind its tokens, for tests of tokens that it would not sign itself. */
  signingKey: CryptoKey
  keyId: string
  /** The claims of its ID tokens about the person who signs in. */
  claims: Record<string, unknown> & { sub: string }
  /** Apple's `user`, which is posted beside a code. */
  user: string | undefined
  /** Walks the sign-in as the browser would; the code with which it is sent back. */
  signIn(clientId: string, parameters?: Record<string, string>): Promise<string>
  close(): Promise<void>
}

interface Settings {
  clients: { id: string; secret: string; redirectUri?: string }[]
  /** Replaces the comparison of the secret. */
  acceptsSecret?: (secret: string) => Promise<boolean>
  /** Shows the person a page with 'Agree' and 'Refuse' first. */
  asks?: boolean
  requiresPkce?: boolean
}

export async function startOpenIdProvider({
  clients,
  acceptsSecret,
  asks = false,
  requiresPkce = false,
}: Settings): Promise<OpenIdProvider> {
  const keys = await generateKeyPair('RS256', { extractable: true })
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('no address')
  const issuer = `http://127.0.0.1:${address.port}`
  const current: Pick<OpenIdProvider, 'claims' | 'user'> = { claims: { sub: 'person-1' }, user: undefined }
  const { Provider, interactionPolicy } = await quietly(() => import('oidc-provider'))
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }))

  const settings: Configuration = {
    clients: clients.map(clientOf),
    jwks: { keys: [{ ...(await exportJWK(keys.privateKey)), kid: KEY_ID, use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['only for this test'] },
    features: { devInteractions: { enabled: false } },
    ttl: { Interaction: 60, Grant: 60, Session: 60, AccessToken: 60, IdToken: 300 },
    pkce: { required: () => requiresPkce },
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], name: [] },
    findAccount: () => ({ accountId: current.claims.sub, claims: () => current.claims }),
    interactions: { policy, url: (_ctx, { uid }) => `/interaction/${uid}` },
    // The person has agreed long ago.
    loadExistingGrant: async (ctx) => {
      const { client, session } = ctx.oidc
      if (client === undefined || session?.accountId === undefined) return undefined
      const grant = new ctx.oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope(SCOPE)
      await grant.save()
      return grant
    },
  }
  const provider = await quietly(async () => new Provider(issuer, settings))
  if (acceptsSecret !== undefined) provider.Client.prototype.compareClientSecret = acceptsSecret
  provider.on('authorization.success', (_ctx, response) => {
    if (response !== undefined && current.user !== undefined) response['user'] = current.user
  })

  const handle = provider.callback()
  const finish = (request: IncomingMessage, response: ServerResponse, result: InteractionResults) =>
    void provider.interactionFinished(request, response, result)
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, search } = new URL(request.url ?? '/', issuer)
    // The person whom the claims describe now signs in, not the one who did so here before.
    if (pathname === '/auth') delete request.headers.cookie
    if (!pathname.startsWith('/interaction/')) return void handle(request, response)
    if (asks && search === '') return void response.end(questionPage(pathname))
    if (search === '?refuse') return finish(request, response, { error: 'access_denied' })
    return finish(request, response, { login: { accountId: current.claims.sub }, select_account: {} })
  })
  return Object.assign(current, {
    issuer,
    authorizationEndpoint: `${issuer}/auth`,
    tokenEndpoint: `${issuer}/token`,
    jwksUri: `${issuer}/jwks`,
    signingKey: keys.privateKey,
    keyId: KEY_ID,
    signIn: (clientId: string, parameters: Record<string, string> = {}) => walk(issuer, clientId, parameters),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
}

/** The library warns of its runtime and of its storage in memory, which is what a test wants. */
async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const { warn } = console
  Object.assign(console, { warn: () => undefined })
  try {
    return await work()
  } finally {
    Object.assign(console, { warn })
  }
}

function questionPage(path: string): string {
  return `<!doctype html><title>Provider</title><a href="${path}?agree">Agree</a> <a href="${path}?refuse">Refuse</a>`
}

function clientOf({ id, secret, redirectUri = REDIRECT_URI }: Settings['clients'][number]): ClientMetadata {
  return {
    client_id: id,
    client_secret: secret,
    redirect_uris: [redirectUri],
    token_endpoint_auth_method: 'client_secret_post',
  }
}

/** Follows the redirects with their cookies until one leads back to the application. */
async function walk(issuer: string, clientId: string, parameters: Record<string, string>): Promise<string> {
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    scope: 'openid email profile',
    ...parameters,
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
