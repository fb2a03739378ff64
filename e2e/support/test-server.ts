import { generateKeyPairSync, createPublicKey } from 'node:crypto'
import { jwtVerify } from 'jose'
import { copyTemplate, makeTemplate } from '../../tests/support/server/data-template'
import { startServerProcess, type ServerProcess } from '../../tests/support/server/server-process'
import { startMailServer, type MailServer } from '../../tests/support/services/mail-server'
import { startOpenIdProvider, type OpenIdProvider } from '../../tests/support/services/openid-provider'
import { startPushReceiver, type PushReceiver } from '../../tests/support/services/push-receiver'
import { ADMIN } from '../playwright.config'

const GOOGLE = { id: 'guide', secret: 'a secret of the guide' }
const APPLE = { id: 'guide.example.web', team: 'TEAM123456', keyId: 'KEY1234567' }

/** The built product on a data folder of its own. */
export interface ProductServer {
  origin: string
  dataDir: string
  stop: () => Promise<void>
}

/** The server together with the servers that it speaks to: real ones, on this machine. */
export interface TestServer extends ProductServer {
  google: OpenIdProvider
  apple: OpenIdProvider
  mail: MailServer
  push: PushReceiver
}

/** Makes the data folder from which every server of this run begins. */
export const makeServersTemplate = () =>
  makeTemplate((dataDir) => startProcess({ PORT: '0', DATA_DIR: dataDir }))

/** Starts the built product on a copy of the template (`E2E_TEMPLATE`). `env` goes on top of what every journey needs. */
export async function startProduct(port: number, env: NodeJS.ProcessEnv): Promise<ProductServer> {
  const { dataDir, remove } = await copyTemplate(process.env['E2E_TEMPLATE'] ?? '')
  const server = startProcess({ PORT: String(port), DATA_DIR: dataDir, ...env })
  await server.address()
  return {
    origin: `http://localhost:${port}`,
    dataDir,
    async stop() {
      await server.stop()
      await remove()
    },
  }
}

function startProcess(env: NodeJS.ProcessEnv): ServerProcess {
  return startServerProcess(
    {
      NODE_ENV: 'production',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      // The journeys sign in and submit more often than a person may, and fill in forms faster.
      LIMITS: 'off',
      MIN_FILL_MS: '0',
      ...env,
    },
    { args: ['dist/server/main.js'], inheritEnv: true },
  )
}

/**
 * The built product with a mail server, a push service and both providers, which send people back to `publicOrigin`: where browsers
 * reach it.
 */
export async function startTestServer(
  port: number,
  publicOrigin = `http://localhost:${port}`,
): Promise<TestServer> {
  const privateKey = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()
  const mail = await startMailServer({})
  const push = await startPushReceiver()
  const google = await startOpenIdProvider({
    clients: [{ ...GOOGLE, redirectUri: `${publicOrigin}/auth/google/callback` }],
    asks: true,
    requiresPkce: true,
  })
  const apple = await startOpenIdProvider({
    clients: [{ id: APPLE.id, secret: 'never sent', redirectUri: `${publicOrigin}/auth/apple/redirect` }],
    acceptsSecret: (secret) => isSignedByTeam(secret, privateKey, apple.issuer),
    asks: true,
  })
  const product = await startProduct(port, {
    PUBLIC_ORIGIN: publicOrigin,
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    MAIL_FROM: 'guide@ericeira.example',
    PUSH_SERVICE_ORIGIN: push.origin,
    ...providerVariables('GOOGLE', google),
    GOOGLE_CLIENT_ID: GOOGLE.id,
    GOOGLE_CLIENT_SECRET: GOOGLE.secret,
    ...providerVariables('APPLE', apple),
    APPLE_CLIENT_ID: APPLE.id,
    APPLE_TEAM_ID: APPLE.team,
    APPLE_KEY_ID: APPLE.keyId,
    APPLE_PRIVATE_KEY: privateKey,
  })
  return {
    ...product,
    google,
    apple,
    mail,
    push,
    async stop() {
      await product.stop()
      await Promise.all([mail.close(), push.close(), google.close(), apple.close()])
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

/** Apple requires this of a client secret: a JWT that the team has signed. */
async function isSignedByTeam(secret: string, privateKey: string, audience: string): Promise<boolean> {
  const required = { algorithms: ['ES256'], issuer: APPLE.team, subject: APPLE.id, audience }
  return jwtVerify(secret, createPublicKey(privateKey), required).then(
    ({ protectedHeader }) => protectedHeader.kid === APPLE.keyId,
    () => false,
  )
}
