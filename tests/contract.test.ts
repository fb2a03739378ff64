import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '@/contract/endpoint'
import { ENDPOINTS } from '@/contract/endpoints'
import { API_DOCS_PATH } from '@/contract/plain-routes'
import { PLAIN_ROUTES } from '@tests/support/server/plain-routes'
import { DEFAULT_SETTINGS } from '@/contract/settings'
import { PERMISSIONS } from '@/domain/accounts/permission'
import { buildApp, type App } from '@/server/app'
import * as schema from '@/server/platform/database/schema'
import { routePath } from '@/server/http/routing/routes-from-contract'
import { openPhotoStore } from '@/server/platform/photos/stores/s3-store'
import { createLogger } from '@/server/platform/process/logger'
import { testWebPush } from './support/server/app'
import { recordMails } from './support/server/recorded-mails'

const endpoints = Object.entries(ENDPOINTS) as [string, Endpoint][]

let app: App
let dataDir = ''
// No test here queries the database: the pool never connects.
const pool = new Pool()
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'events-contract-'))
  const log = createLogger('silent')
  app = await buildApp({
    db: drizzle(pool, { schema }),
    clock: { nowMs: () => 0 },
    mailer: recordMails(),
    webPush: testWebPush(),
    log,
    storage: await openPhotoStore({ dataDir, photoBucket: undefined, log }),
    mailDir: join(dataDir, 'mail'),
    config: {
      publicOrigin: undefined,
      corsOrigins: [],
      trustProxy: false,
      settings: DEFAULT_SETTINGS,
      jwtSecret: 'a secret of the tests that is long enough',
      mailOrigin: 'http://mail.test',
    },
  })
})
afterAll(async () => {
  await app.server.close()
  await pool.end()
  await rm(dataDir, { recursive: true })
})

/** Fastify prints a wildcard without the folder before it: what it is, below what it stands. */
const WILDCARDS: Record<string, string> = { '': '/api/*', [`${API_DOCS_PATH}/`]: 'static/*' }

/** `METHOD path` of every route of the server, read from Fastify's own print of its routes. */
function routesOf(printed: string): string[] {
  const above: string[] = []
  return printed
    .trimEnd()
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', path = '', methods = ''] = /^([│ ├└─]*)(\S+)(?: \((.+)\))?$/.exec(line) ?? []
      const depth = indent.length / 4
      above.length = depth
      above[depth - 1] = ''
      above[depth - 1] = path === '*' ? (WILDCARDS[above.join('')] ?? '*') : path
      const whole = above.join('')
      return methods === '' ? [] : methods.split(', ').map((method) => `${method} ${whole}`)
    })
}

describe('the register of calls', () => {
  it('and the routes of the server are the same', () => {
    const routes = routesOf(app.server.printRoutes({ commonPrefix: false }))
    const plain = new Set<string>(PLAIN_ROUTES)
    const calls = routes.filter(
      (route) => !route.startsWith('HEAD ') && !plain.has(route.split(' ')[1] ?? ''),
    )
    expect(calls.toSorted()).toEqual(
      endpoints.map(([, endpoint]) => `${endpoint.method} ${routePath(endpoint)}`).toSorted(),
    )
    const served = new Set(routes.map((route) => route.split(' ')[1]))
    expect(PLAIN_ROUTES.filter((path) => !served.has(path))).toEqual([])
  })

  it('has no two entries for one call', () => {
    const calls = endpoints.map(([, { method, path }]) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`)
    expect(new Set(calls).size).toBe(calls.length)
  })

  it('requires a token wherever a visitor may not go', () => {
    const closed = endpoints.filter(
      ([, { permission }]) => !(PERMISSIONS[permission] as readonly string[]).includes('visitor'),
    )
    expect(closed.filter(([, { auth }]) => auth !== 'required').map(([name]) => name)).toEqual([])
  })

  it('opens nothing of the back office to anybody but administrators', () => {
    const open = endpoints.filter(
      ([, { path, permission }]) =>
        path.startsWith('/backoffice/') && PERMISSIONS[permission].some((holder) => holder !== 'ADMIN'),
    )
    expect(open.map(([name]) => name)).toEqual([])
  })

  it('has a schema for every parameter of a path', () => {
    const missing = endpoints.filter(([, { path, params }]) => path.includes('{') !== (params !== undefined))
    expect(missing.map(([name]) => name)).toEqual([])
  })
})
