import { chromium, type BrowserContext, type LaunchOptions } from '@playwright/test'
import { SIZES } from './sizes'

/** A phone's browser with its storage in this folder, which reaches the origin by another port of this machine alone. */
export function launchPhone(
  folder: string,
  { args = [], ...launchOptions }: LaunchOptions,
  { origin, port }: { origin: string; port: number },
): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, {
    ...launchOptions,
    args: [...args, `--host-resolver-rules=MAP ${new URL(origin).host} 127.0.0.1:${port}`],
    // In the gate other pages have none.
    serviceWorkers: 'allow',
    viewport: SIZES.phone,
    hasTouch: true,
    locale: 'en-GB',
    timezoneId: 'America/New_York',
    baseURL: origin,
  })
}
