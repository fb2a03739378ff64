import { setTimeout as pause } from 'node:timers/promises'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  test as base,
  expect,
  type BrowserContext,
  type BrowserContextOptions,
  type LaunchOptions,
  type Page,
} from '@playwright/test'
import type { Session } from '@/contract/accounts/auth'
import { startConfiguredServer, type ConfiguredServer } from './configured-server'
import { launchPhone } from './launch-phone'
import { createNetwork, type Network } from './network'
import { ADMIN, PORTS } from '../playwright.config'
import { startTestServer, type TestServer } from './test-server'

/** The origin of this worker's server. */
export const ORIGIN = `http://localhost:${PORTS.server}`

export type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>

/** Failed requests are expected where a test cuts the network; anything else on the console is a fault. */
const NETWORK_NOISE = /Failed to load resource|net::ERR_|ERR_INTERNET_DISCONNECTED/

function watchConsole(context: BrowserContext): string[] {
  const errors: string[] = []
  const watch = (page: Page) => {
    page.on('console', (message) => {
      if (message.type() === 'error' && !NETWORK_NOISE.test(message.text())) errors.push(message.text())
    })
    page.on('pageerror', (error) => errors.push(String(error)))
  }
  context.on('page', watch)
  for (const page of context.pages()) watch(page)
  return errors
}

/** A phone with its storage: after `restart` the browser finds what was there before. */
export class Phone {
  context: BrowserContext
  private constructor(
    private readonly folder: string,
    private readonly launchOptions: LaunchOptions,
    readonly network: Network,
    context: BrowserContext,
    readonly errors: string[],
  ) {
    this.context = context
  }

  static async start(launchOptions: LaunchOptions): Promise<Phone> {
    const folder = await mkdtemp(join(tmpdir(), 'ericeira-phone-'))
    const network = await createNetwork(PORTS.server)
    const context = await launchPhone(folder, launchOptions, { origin: ORIGIN, port: network.port })
    return new Phone(folder, launchOptions, network, context, watchConsole(context))
  }

  async page(): Promise<Page> {
    return this.context.pages()[0] ?? this.context.newPage()
  }

  /** While it is offline no request gets through, and the browser knows it. */
  async setOffline(isOffline: boolean): Promise<void> {
    this.network.setCut(isOffline)
    await this.context.setOffline(isOffline)
  }

  async restart({ offline }: { offline: boolean }): Promise<Page> {
    await this.context.close()
    this.network.setCut(offline)
    const through = { origin: ORIGIN, port: this.network.port }
    this.context = await launchPhone(this.folder, this.launchOptions, through)
    this.errors.push(...watchConsole(this.context))
    await this.setOffline(offline)
    return this.page()
  }

  async close(): Promise<void> {
    await this.context.close()
    await this.network.close()
    await rm(this.folder, { recursive: true, force: true })
  }
}

/**
 * Each worker has a server of its own, whose journeys run one after another. `configured` is one with a maps key and
 * analytics, and starts with the first journey that needs it.
 */
interface Servers {
  server: TestServer
  configured: ConfiguredServer
}

export const test = base.extend<{ phone: Phone; consoleErrors: string[] }, Servers>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const server = await startTestServer(PORTS.server)
      await use(server)
      await server.stop()
    },
    // Not every journey that calls it asks for it.
    { scope: 'worker', auto: true, timeout: 60_000 },
  ],
  configured: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const configured = await startConfiguredServer(PORTS.configured)
      await use(configured)
      await configured.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: ORIGIN,
  phone: async ({ launchOptions }, use) => {
    const phone = await Phone.start(launchOptions)
    await use(phone)
    await phone.close()
    expect(phone.errors, 'errors on the console').toEqual([])
  },
  consoleErrors: [
    async ({ context }, use) => {
      const errors = watchConsole(context)
      await use(errors)
      expect(errors, 'errors on the console').toEqual([])
    },
    { auto: true },
  ],
})

export { ADMIN, expect }

/** Waits until the app has taken over what the server rendered: before that a link is a link. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => window.preHydrationClick === null)
}

/** Waits until the worker is active and the replica is synced: from then on no network is needed. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await expect
    .poll(() => page.evaluate(countStoredEvents), { message: 'events in the replica' })
    .toBeGreaterThan(50)
}

/** Runs in the page: how many events the replica holds. */
export async function countStoredEvents(): Promise<number> {
  const known = await indexedDB.databases()
  if (!known.some(({ name }) => name === 'ericeira-replica')) return 0
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('ericeira-replica')
    opening.addEventListener('success', () => resolve(opening.result))
    opening.addEventListener('error', () => reject(opening.error ?? new Error('not opened')))
  })
  try {
    if (!database.objectStoreNames.contains('events')) return 0
    const counting = database.transaction('events').objectStore('events').count()
    return await new Promise<number>((resolve) =>
      counting.addEventListener('success', () => resolve(counting.result)),
    )
  } finally {
    database.close()
  }
}

const adminTokens = new Map<string, Promise<string>>()

/** One sign-in for all: more would meet the limit on sign-ins. */
function adminToken(origin: string): Promise<string> {
  const known = adminTokens.get(origin)
  if (known !== undefined) return known
  const token = signInAsAdmin(origin)
  adminTokens.set(origin, token)
  return token
}

async function signInAsAdmin(origin: string): Promise<string> {
  return (await logIn(origin)).access_token.token
}

async function logIn(origin: string): Promise<Session> {
  const login = await fetch(`${origin}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  })
  return ((await login.json()) as { data: Session }).data
}

/** The storage of a browser in which an administrator is signed in. */
export async function adminSession(origin = ORIGIN): Promise<StorageState> {
  const records = [{ value: { id: 'current', session: await logIn(origin) } }]
  const store = { name: 'session', keyPath: 'id', autoIncrement: false, indexes: [], records }
  // Dexie's first version is the browser's tenth.
  const indexedDB = [{ name: 'ericeira-session', version: 10, stores: [store] }]
  const site = { origin, localStorage: [], indexedDB }
  return { cookies: [], origins: [site] }
}

/** With `test.use({ storageState: administrator })` an administrator is signed in from the first page on. */
export async function administrator(
  { baseURL }: { baseURL: string | undefined },
  use: (state: StorageState) => Promise<void>,
): Promise<void> {
  await use(await adminSession(baseURL))
}

/** Calls the API as an administrator; throws when it refuses. */
export async function asAdmin(
  path: string,
  { origin = ORIGIN, method = 'GET', data }: { method?: string; data?: unknown; origin?: string } = {},
): Promise<unknown> {
  const call = async () =>
    fetch(`${origin}/api/v1${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${await adminToken(origin)}`,
      },
      ...(data === undefined ? {} : { body: JSON.stringify(data) }),
    })
  let response = await call()
  // A token lasts a quarter of an hour, a run of many journeys longer.
  if (response.status === 401 && adminTokens.delete(origin)) response = await call()
  // A busy machine renders no further photo for a moment, and says when to come again.
  for (let left = 3; response.status === 503 && left > 0; left -= 1) {
    await pause(Number(response.headers.get('retry-after') ?? 1) * 1000)
    response = await call()
  }
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return ((await response.json()) as { data: unknown }).data
}
