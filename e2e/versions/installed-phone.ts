import { expect, type BrowserContext, type LaunchOptions, type Page } from '@playwright/test'
import { launchPhone } from '../support/launch-phone'
import { startDeployment, type Deployment } from './deployment'

/** A browser with its storage, and the only guide that it can reach. */
export class InstalledPhone {
  private constructor(
    readonly deployment: Deployment,
    readonly context: BrowserContext,
  ) {}

  static async start(origin: string, launchOptions: LaunchOptions): Promise<InstalledPhone> {
    const deployment = await startDeployment(Number(new URL(origin).port))
    const context = await launchPhone('', launchOptions, { origin, port: deployment.port })
    return new InstalledPhone(deployment, context)
  }

  /** Pages answer this as long as nothing has reloaded them. */
  async openTab(path: string): Promise<Page> {
    const page = await this.context.newPage()
    await page.goto(path)
    await mark(page)
    return page
  }

  async setOffline(isOffline: boolean): Promise<void> {
    this.deployment.setCut(isOffline)
    await this.context.setOffline(isOffline)
  }

  async close(): Promise<void> {
    await this.context.close()
    await this.deployment.close()
  }
}

const MARK = 'not-reloaded'

/** `isMarked` says whether the page has been reloaded since. */
export function mark(page: Page): Promise<void> {
  return page.evaluate((name) => void Object.assign(window, { [name]: true }), MARK)
}

export function isMarked(page: Page): Promise<boolean> {
  return page.evaluate((name) => name in window, MARK)
}

export async function reloaded(page: Page, timeout = 15_000): Promise<void> {
  const message = 'the page is reloaded'
  await expect.poll(() => isMarked(page).catch(() => true), { message, timeout }).toBe(false)
}

/** Checks as the browser does by itself once a day, and the page when it becomes visible after an hour. */
export async function checkForUpdate(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    await registration?.update()
  })
}

/** Waits until the worker has the page. */
export async function controlled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
}
