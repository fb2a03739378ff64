import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { expect } from './fixtures'

/** The rules whose outcome depends on theme and width. */
const VISUAL_RULES = ['color-contrast', 'link-in-text-block', 'target-size', 'scrollable-region-focusable']

/** Expects no violation that axe knows of, or of these rules, and nothing beside the screen. Waits until nothing moves. */
export async function expectAccessible(page: Page, state?: string, rules?: string[]): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' })
  expect(await violationsOf(page, rules), state).toEqual([])
  await expectNoOverflow(page, state)
}

async function violationsOf(page: Page, rules?: string[]): Promise<string[]> {
  await page.waitForFunction(areAnimationsOver, null, { timeout: 30_000 })
  // A document gets axe once: most of them are looked at in several states.
  if (!(await page.evaluate(() => 'axe' in window))) await loadAxe(page)
  return page.evaluate(findViolations, rules)
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The browser evaluates it minified: a quarter of a second a document, against half a second for the whole source by Playwright. */
async function loadAxe(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  // The session ends with the page: detaching it would take the virtual authenticator of another session away.
  await devtools.send('Runtime.evaluate', { expression: AXE })
}

/**
 * Runs in the page. An element that inherits a colour begins its own transition when that of its parent goes on.
 * One that fills forwards stays in the list after its end, and one that repeats for ever has none.
 */
function areAnimationsOver(): boolean {
  return document
    .getAnimations()
    .every(
      ({ playState, effect }) =>
        playState !== 'running' || effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY,
    )
}

/** Elements that a person can point at or reach by keyboard, and those that change with the pointer on them. */
const INTERACTIVE = 'a, button, input, select, textarea, summary, label, article, [tabindex]'
const POINTED_AT = [['hover'], ['hover', 'active'], ['hover', 'focus', 'focus-visible']]

/** The texts whose contrast is too low while the pointer or the focus is on them, all interactive elements at once. */
export async function contrastWhilePointedAt(page: Page): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('DOM.enable')
  await devtools.send('CSS.enable')
  const { root } = await devtools.send('DOM.getDocument', { depth: 0 })
  const { nodeIds } = await devtools.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: INTERACTIVE,
  })
  const found: string[] = []
  for (const forcedPseudoClasses of POINTED_AT) {
    await Promise.all(
      // An element that the page has replaced since is checked in the next state.
      nodeIds.map((nodeId) =>
        devtools.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses }).catch((error: unknown) => {
          if (!String(error).includes('Could not find node')) throw error
        }),
      ),
    )
    for (const violation of await violationsOf(page, ['color-contrast']))
      found.push(`${forcedPseudoClasses.join(' and ')}: ${violation}`)
  }
  // The forced states end with the session.
  await devtools.detach()
  return found
}

/** Runs in the page. */
async function findViolations(rules: string[] | undefined): Promise<string[]> {
  const { violations } = await window.axe.run({
    // Passed rules are not reported, and nothing is fetched anew: of the rules that are on only the one about sound needs it.
    resultTypes: ['violations'],
    preload: false,
    // It is off by default, as experimental; Lighthouse reports it.
    rules: { 'label-content-name-mismatch': { enabled: true } },
    ...(rules === undefined ? {} : { runOnly: rules }),
  })
  // Each violation has its first reason, which for contrast holds both colours.
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => `${id}: ${target.join(' ')} ${any[0]?.message ?? ''}`),
  )
}

declare global {
  interface Window {
    /** The library in the pages that `expectAccessible` has checked. */
    axe: typeof axe
  }
}

/** Width in pixels and theme. */
export type View = readonly [width: number, colorScheme: 'light' | 'dark']

type Check = (page: Page, state: string) => Promise<void>

/** Looks at what is on the page: with all rules in the first view, in the others with those that they could change. */
export function axeIn(views: readonly View[]): Check {
  return async (page, state) => {
    // An element out of sight is not rendered, and keeps the colours of the theme before.
    await page.addStyleTag({ content: '* { content-visibility: visible !important }' })
    for (const [index, [width, colorScheme]] of views.entries()) {
      await page.setViewportSize({ width, height: 844 })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      // The part that the view before had scrolled to may be half under the header in this one.
      await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
      await expectAccessible(
        page,
        `${state}, ${width} px, ${colorScheme}`,
        index === 0 ? undefined : VISUAL_RULES,
      )
    }
  }
}

/** Takes these checks in turn: parts that many states share are seen by all of them. */
function inTurn(checks: readonly Check[]): Check {
  let count = 0
  return async (page, state) => checks[count++ % checks.length]?.(page, state)
}

/** Looks at each state in both themes and at both widths, paired in turn; then for what runs off a small phone with large text. */
export function axeInPairs(): Check {
  const pairs: (readonly [View, View])[] = [
    [
      [1280, 'light'],
      [390, 'dark'],
    ],
    [
      [390, 'light'],
      [1280, 'dark'],
    ],
  ]
  const check = inTurn(pairs.map((pair) => axeIn(pair)))
  return async (page, state) => {
    await check(page, state)
    await expectRoomForLargeText(page, `${state}, large text`)
    await page.setViewportSize({ width: 1280, height: 900 })
  }
}

/**
 * The languages in which the public pages are looked at: English on a phone; Portuguese, whose words are longer, in the other
 * views, each state in two of them.
 */
export const LANGUAGES = [
  { language: 'en', newCheck: () => axeIn([[390, 'light']]) },
  {
    language: 'pt',
    newCheck: () =>
      inTurn([
        axeIn([
          [320, 'dark'],
          [1280, 'light'],
        ]),
        axeIn([
          [390, 'light'],
          [1280, 'dark'],
        ]),
      ]),
  },
] as const

/** Runs in the page: what goes on by itself after these times, in milliseconds, waits until it was looked at. */
export function holdTimers(times: readonly number[]): void {
  const startTimer = window.setTimeout.bind(window)
  window.setTimeout = ((work: () => void, ms?: number) =>
    startTimer(work, ms !== undefined && times.includes(ms) ? 60_000 : ms)) as typeof window.setTimeout
}

export async function expectNoOverflow(page: Page, state = page.url()): Promise<void> {
  expect(await page.evaluate(findOverflow), `no sideways scrolling: ${state}`).toEqual([])
}

/** Runs in the page: what is wider than the window, innermost elements only; nothing when the page does not scroll sideways. */
async function findOverflow(): Promise<string[]> {
  // After a change of the window's size its media queries are evaluated with the next frame.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const width = window.innerWidth
  if (document.documentElement.scrollWidth <= width) return []
  const isBeyond = (element: Element) => element.getBoundingClientRect().right > width + 1
  const beyond = [...document.body.querySelectorAll('*')].filter(
    (element) => element.checkVisibility() && isBeyond(element) && ![...element.children].some(isBeyond),
  )
  const named = beyond.map(
    ({ tagName, className, textContent }) =>
      `${tagName.toLowerCase()}.${String(className).replaceAll(' ', '.')} '${(textContent ?? '').slice(0, 30)}'`,
  )
  return named.length === 0 ? ['the document'] : named.slice(0, 8)
}

/** Expects that no part stands beside a small phone's screen, with text twice as large, as browsers' own text zoom makes it. */
export async function expectRoomForLargeText(page: Page, state?: string): Promise<void> {
  await page.setViewportSize({ width: 320, height: 844 })
  const style = await page.addStyleTag({ content: ':root { font-size: 200% }' })
  await expectNoOverflow(page, state)
  // A part beyond the left edge makes no page wider.
  const cutOff = await page.locator('header').evaluateAll((headers) =>
    headers
      .flatMap((header) => [...header.querySelectorAll('a, button')])
      .filter((control) => control.checkVisibility() && control.getBoundingClientRect().left < 0)
      .map(({ textContent }) => textContent),
  )
  expect(cutOff, `all of the header is in view: ${state}`).toEqual([])
  await style.evaluate((element) => (element as Element).remove())
}
