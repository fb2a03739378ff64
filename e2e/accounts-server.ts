import { spawn } from 'node:child_process'
import { generateKeyPairSync, createPublicKey } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jwtVerify } from 'jose'
import { startMailServer } from '../tests/support/mail-server'
import type { MailServer } from '../tests/support/mail-server'
import { startOpenIdProvider } from '../tests/support/openid-provider'
import type { OpenIdProvider } from '../tests/support/openid-provider'
import { ADMIN } from './playwright.config'

const GOOGLE = { id: 'guide', secret: 'a secret of the guide' }
const APPLE = { id: 'guide.example.web', team: 'TEAM123456', keyId: 'KEY1234567' }

export interface AccountsServer {
  origin: string
  dataDir: string
  google: OpenIdProvider
  apple: OpenIdProvider
  mail: MailServer
  stop: () => Promise<void>
}

/**
 * The built product with a mail server and both providers, all real and on this machine. The port is known before the server
 * starts: the providers send people back to it.
 */
export async function startAccountsServer(port: number): Promise<AccountsServer> {
  const origin = `http://localhost:${port}`
  const privateKey = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()
  const mail = await startMailServer({})
  const google = await startOpenIdProvider({
    clients: [{ ...GOOGLE, redirectUri: `${origin}/auth/google/callback` }],
    asks: true,
    requiresPkce: true,
  })
  const apple = await startOpenIdProvider({
    clients: [{ id: APPLE.id, secret: 'never sent', redirectUri: `${origin}/auth/apple/redirect` }],
    acceptsSecret: (secret) => isSignedByTeam(secret, privateKey, apple.issuer),
    asks: true,
  })
  const dataDir = await mkdtemp(join(tmpdir(), 'ericeira-accounts-'))
  const server = spawn(process.execPath, ['dist/server/main.js'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      PUBLIC_ORIGIN: origin,
      DATA_DIR: dataDir,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      LOG_LEVEL: 'warn',
      // The journeys sign in more often than a person may.
      LIMITS: 'off',
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      MAIL_FROM: 'guide@ericeira.example',
      ...providerVariables('GOOGLE', google),
      GOOGLE_CLIENT_ID: GOOGLE.id,
      GOOGLE_CLIENT_SECRET: GOOGLE.secret,
      ...providerVariables('APPLE', apple),
      APPLE_CLIENT_ID: APPLE.id,
      APPLE_TEAM_ID: APPLE.team,
      APPLE_KEY_ID: APPLE.keyId,
      APPLE_PRIVATE_KEY: privateKey,
    },
  })
  const ended = once(server, 'exit')
  await new Promise<void>((ready, fail) => {
    server.stdout.on('data', (text: Buffer) => text.toString().includes(' is at ') && ready())
    server.on('exit', () => fail(new Error('the server with accounts did not start')))
  })
  return {
    origin,
    dataDir,
    google,
    apple,
    mail,
    async stop() {
      server.kill('SIGTERM')
      await ended
      await Promise.all([mail.close(), google.close(), apple.close()])
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function providerVariables(prefix: 'GOOGLE' | 'APPLE', provider: OpenIdProvider): Record<string, string> {
  return {
    [`${prefix}_ISSUER`]: provider.issuer,
    [`${prefix}_AUTHORIZATION_ENDPOINT`]: provider.authorizationEndpoint,
    [`${prefix}_TOKEN_ENDPOINT`]: provider.tokenEndpoint,
    [`${prefix}_JWKS_URI`]: provider.jwksUri,
  }
}

/** What Apple requires of a client secret: a JWT that the team has signed. */
async function isSignedByTeam(secret: string, privateKey: string, audience: string): Promise<boolean> {
  const required = { algorithms: ['ES256'], issuer: APPLE.team, subject: APPLE.id, audience }
  return jwtVerify(secret, createPublicKey(privateKey), required).then(
    ({ protectedHeader }) => protectedHeader.kid === APPLE.keyId,
    () => false,
  )
}
