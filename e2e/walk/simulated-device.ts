import { kill } from 'node:process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type BrowserContext, type CDPSession, type LaunchOptions, type Page } from '@playwright/test'
import { launchPhone } from '../support/launch-phone'
import { letTimePass } from './browser-scripts'
import { startFaultyGateway, type FaultyGateway } from './faulty-gateway'

/** A page may take this long on a busy machine. */
const WAIT_MS = 30_000

interface PhoneOptions {
  origin: string
  launchOptions: LaunchOptions
}

interface LaunchedOptions extends PhoneOptions {
  /** The gateway's. */
  port: number
}

/**
 * A browser with its storage, behind a gateway with faults: it can be killed, and its worker stopped, as phones do.
 */
export class WalkedPhone {
  #context: BrowserContext
  #isOffline = false
  readonly #networkSessions = new WeakMap<Page, CDPSession>()
  /** The errors that no code has caught, in any page. */
  readonly uncaught: string[] = []
  private constructor(
    readonly gateway: FaultyGateway,
    private readonly folder: string,
    private readonly options: LaunchedOptions,
    context: BrowserContext,
  ) {
    this.#context = context
    this.#watch()
  }

  static async start({ origin, launchOptions }: PhoneOptions): Promise<WalkedPhone> {
    const gateway = await startFaultyGateway(Number(new URL(origin).port))
    const folder = await mkdtemp(join(tmpdir(), 'ericeira-walk-'))
    const options = { origin, launchOptions, port: gateway.port }
    return new WalkedPhone(gateway, folder, options, await launch(folder, options))
  }

  get origin(): string {
    return this.options.origin
  }

  #watch(): void {
    const watch = (page: Page) =>
      page.on('pageerror', (error) => this.uncaught.push(error.stack ?? String(error)))
    this.#context.on('page', watch)
    for (const page of this.#context.pages()) watch(page)
  }

  pages(): Page[] {
    return this.#context.pages()
  }

  /** The tab `index`, or the last there is. */
  async tab(index: number): Promise<Page> {
    const pages = this.#context.pages()
    return pages[Math.min(index, pages.length - 1)] ?? this.openTab()
  }

  async openTab(): Promise<Page> {
    const page = await this.#context.newPage()
    await this.#tellNetwork(page)
    return page
  }

  /** While it is offline no request gets through the gateway, and the pages know it. */
  async setOffline(isOffline: boolean): Promise<void> {
    this.#isOffline = isOffline
    this.gateway.setCut(isOffline)
    await Promise.all(this.pages().map((page) => this.#tellNetwork(page)))
  }

  /** Sets the network page by page: a worker that was killed while Playwright had cut its context off would be cut off for ever. */
  async #tellNetwork(page: Page): Promise<void> {
    const session = this.#networkSessions.get(page) ?? (await this.#context.newCDPSession(page))
    this.#networkSessions.set(page, session)
    const unlimited = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
    await session.send('Network.emulateNetworkConditions', { offline: this.#isOffline, ...unlimited })
  }

  isOffline(): boolean {
    return this.#isOffline
  }

  /** Kills with SIGKILL: nothing of the browser gets to say anything more. It starts again with what is on the disk. */
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
    this.gateway.senderKilled()
    // Until the last of its processes is gone the next browser could not open their files.
    await expect
      .poll(() => processInfo.filter(({ id }) => isAlive(id)).length, { message: 'processes left' })
      .toBe(0)
    await this.#restart()
  }

  async #restart(): Promise<void> {
    this.#context = await launch(this.folder, this.options)
    this.#watch()
    await this.setOffline(this.#isOffline)
  }

  /** Ends the worker in the middle of whatever it does; the next event starts it again. */
  async killWorkers(): Promise<void> {
    const session = await this.#context.newCDPSession(await this.tab(0))
    await session.send('ServiceWorker.enable')
    await session.send('ServiceWorker.stopAllWorkers')
    await session.detach()
    this.gateway.senderKilled()
  }

  /** Waits as long as a person takes for the form: the server takes whoever fills it in no time for a program. */
  async takeTime(page: Page): Promise<void> {
    await page.evaluate(() => dispatchEvent(new Event('walk-skip')))
  }

  async close(): Promise<void> {
    await this.#context.close()
    await this.gateway.close()
    await rm(this.folder, { recursive: true, force: true })
  }
}

async function launch(
  folder: string,
  { launchOptions, ...through }: LaunchedOptions,
): Promise<BrowserContext> {
  const context = await launchPhone(folder, launchOptions, through)
  context.setDefaultTimeout(WAIT_MS)
  await context.addInitScript(letTimePass)
  return context
}

function isAlive(pid: number): boolean {
  try {
    return kill(pid, 0)
  } catch {
    return false
  }
}
