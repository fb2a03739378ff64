import type { Page } from '@playwright/test'
import { pressedFor } from './browser-scripts'
import type { FormButton } from './walk-forms'
import type { WalkedPhone } from './simulated-device'

/** When a tab or the browser goes after the button was pressed, ms. */
export const LEAVING_MOMENTS = [0, 20, 60, 150, 400] as const

interface Leaving {
  button: FormButton
  /** Milliseconds after the press. */
  moment: number
  /** Whether the whole browser is ended with SIGKILL; otherwise the tab is closed. */
  isKilled: boolean
}

/** Presses the button; at that moment after it the tab, or the whole browser, is gone. */
export async function pressAndLeave(
  phone: WalkedPhone,
  page: Page,
  { button, moment, isKilled }: Leaving,
): Promise<void> {
  const over = page.evaluate(pressedFor, moment).catch(() => undefined)
  // It need not end: what it reports to may be gone by then.
  page
    .getByRole('button', { name: button, exact: true })
    .click()
    .catch(() => undefined)
  await over
  if (isKilled) return phone.killBrowser()
  await phone.openTab()
  await page.close()
}
