import { kill } from 'node:process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, expect } from '@playwright/test'
import type { BrowserContext, CDPSession, LaunchOptions, Page } from '@playwright/test'
import { startFaultyGateway } from './faulty-gateway'
import type { FaultyGateway } from './faulty-gateway'

/** Read by the script below in every document: how far the page's clock is wrong, ms. */
const CLOCK_KEY = 'walk-clock'

/**
 * A browser with its storage, behind a gateway with faults: it can be killed, its worker stopped, its disk filled and its
 * storage cleared, as phones do.
 */
export class WalkedPhone {
  #context: BrowserContext
  #isOffline = false
  private constructor(
    readonly origin: string,
    readonly gateway: FaultyGateway,
    private readonly folder: string,
    private readonly launchOptions: LaunchOptions,
    context: BrowserContext,
  ) {
    this.#context = context
  }

  static async start(origin: string, { args = [], ...rest }: LaunchOptions): Promise<WalkedPhone> {
    const port = Number(new URL(origin).port)
    const gateway = await startFaultyGateway(port)
    const folder = await mkdtemp(join(tmpdir(), 'ericeira-walk-'))
    const through = `--host-resolver-rules=MAP localhost:${port} 127.0.0.1:${gateway.port}`
    const launchOptions = { ...rest, args: [...args, through] }
    const context = await launch(folder, origin, launchOptions)
    return new WalkedPhone(origin, gateway, folder, launchOptions, context)
  }

  pages(): Page[] {
    return this.#context.pages()
  }

  /** The tab `index`, or the last there is. */
  async tab(index: number): Promise<Page> {
    const pages = this.#context.pages()
    return pages[Math.min(index, pages.length - 1)] ?? this.#context.newPage()
  }

  async openTab(): Promise<Page> {
    return this.#context.newPage()
  }

  async setOffline(isOffline: boolean): Promise<void> {
    this.#isOffline = isOffline
    this.gateway.setCut(isOffline)
    await this.#context.setOffline(isOffline)
  }

  isOffline(): boolean {
    return this.#isOffline
  }

  /** SIGKILL: nothing of the browser gets to say anything more. It starts again with what is on the disk. */
  async killBrowser(): Promise<void> {
    const browser = this.#context.browser()
    if (browser === null) throw new Error('The browser of the context is not known')
    const session = await browser.newBrowserCDPSession()
    const { processInfo } = (await session.send('SystemInfo.getProcessInfo')) as {
      processInfo: { type: string; id: number }[]
    }
    const closed = new Promise<void>((resolve) => this.#context.once('close', () => resolve()))
    const ofBrowser = processInfo.find(({ type }) => type === 'browser')
    if (ofBrowser === undefined) throw new Error('The browser has no process')
    kill(ofBrowser.id, 'SIGKILL')
    await closed
    // Until the last of its processes is gone the next browser could not open their files.
    await expect
      .poll(() => processInfo.filter(({ id }) => isAlive(id)).length, { message: 'processes left' })
      .toBe(0)
    await this.#restart()
  }

  async #restart(): Promise<void> {
    this.#context = await launch(this.folder, this.origin, this.launchOptions)
    await this.setOffline(this.#isOffline)
  }

  /** Ends the worker in the middle of whatever it does; the next event starts it again. */
  async killWorkers(): Promise<void> {
    await this.#devTools(async (session) => {
      await session.send('ServiceWorker.enable')
      await session.send('ServiceWorker.stopAllWorkers')
    })
  }

  /** The room that this origin has, bytes; undefined: as much as there is. */
  async setQuota(bytes: number | undefined): Promise<void> {
    await this.#devTools((session) =>
      session.send('Storage.overrideQuotaForOrigin', {
        origin: this.origin,
        ...(bytes === undefined ? {} : { quotaSize: bytes }),
      }),
    )
  }

  /** What systems do that are short of room, or a person in the settings. */
  async clearStorage(): Promise<void> {
    await this.#devTools((session) =>
      session.send('Storage.clearDataForOrigin', { origin: this.origin, storageTypes: 'all' }),
    )
  }

  /** From the next document on, in every tab. */
  async setClockError(page: Page, ms: number): Promise<void> {
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), [CLOCK_KEY, String(ms)] as const)
  }

  /** As if the person had taken their time with the form: the server takes who fills it in no time for a program. */
  async takeTime(page: Page): Promise<void> {
    await page.evaluate(() => dispatchEvent(new Event('walk-skip')))
  }

  async #devTools<T>(use: (session: CDPSession) => Promise<T>): Promise<void> {
    const session = await this.#context.newCDPSession(await this.tab(0))
    await use(session)
    await session.detach()
  }

  async close(): Promise<void> {
    await this.#context.close()
    await this.gateway.close()
    await rm(this.folder, { recursive: true, force: true })
  }
}

async function launch(folder: string, origin: string, options: LaunchOptions): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(folder, {
    ...options,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    locale: 'en-GB',
    timezoneId: 'America/New_York',
    baseURL: origin,
  })
  await context.addInitScript(bendTime, CLOCK_KEY)
  return context
}

function isAlive(pid: number): boolean {
  try {
    return kill(pid, 0)
  } catch {
    return false
  }
}

/* oxlint-disable unicorn/consistent-function-scoping -- the function is sent to the page, which has nothing of this file */
/** Runs in the page: a wrong clock, and a monotonic one in which a form takes the time that a person takes to fill it. */
function bendTime(clockKey: string): void {
  const wrongBy = Number(localStorage.getItem(clockKey) ?? 0)
  const now = Date.now.bind(Date)
  const RealDate = Date
  class WrongDate extends RealDate {
    constructor(...parts: ConstructorParameters<typeof Date> | []) {
      if (parts.length === 0) super(now() + wrongBy)
      else super(...(parts as [number]))
    }
    static override now(): number {
      return now() + wrongBy
    }
  }
  if (wrongBy !== 0) globalThis.Date = WrongDate as DateConstructor
  const monotonic = performance.now.bind(performance)
  let skipped = 0
  performance.now = () => monotonic() + skipped
  addEventListener('walk-skip', () => (skipped += 5000))
}
