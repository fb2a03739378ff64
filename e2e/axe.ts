import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures'

/** The rules whose outcome depends on theme and width. */
export const VISUAL_RULES = [
  'color-contrast',
  'link-in-text-block',
  'target-size',
  'scrollable-region-focusable',
]

/** No violation that axe knows of, or of these rules, and nothing beside the screen. Waits until nothing moves. */
export async function expectAccessible(page: Page, state?: string, rules?: string[]): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => null))),
  )
  // Without a frame of another site there is nothing to put together in a page of its own, which takes most of the time.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (rules === undefined ? axe : axe.withRules(rules)).analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`),
    state,
  ).toEqual([])
  await expectNoOverflow(page, state)
}

export async function expectNoOverflow(page: Page, state = page.url()): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, `no sideways scrolling: ${state}`).toBeLessThanOrEqual(0)
}

/** Nothing beside a small phone's screen, with text twice as large, as browsers' own text zoom makes it. */
export async function expectRoomForLargeText(page: Page, state?: string): Promise<void> {
  await page.setViewportSize({ width: 320, height: 844 })
  const style = await page.addStyleTag({ content: ':root { font-size: 200% }' })
  await expectNoOverflow(page, state)
  await style.evaluate((element) => (element as Element).remove())
}
