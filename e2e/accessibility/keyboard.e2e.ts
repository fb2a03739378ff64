import type { Locator, Page } from '@playwright/test'
import { ORIGIN, asAdmin, expect, hydrated, test } from '../support/fixtures'
import { photoOf, publishEvent } from '../support/published-event'
import { SIZES } from '../support/sizes'

test.use({ serviceWorkers: 'allow' })

/** The fault in how the focus is shown, or undefined. Runs in the page. */
async function focusProblem(): Promise<string | undefined> {
  await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined)))
  const element = document.activeElement
  if (element === null || element === document.body) return undefined
  const name = `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)}`
  const places = [element, element.parentElement, element.parentElement?.parentElement]
  const styles = places.flatMap((place) => (place ? [getComputedStyle(place)] : []))
  const pseudo = ['::before', '::after'].map((part) => getComputedStyle(element, part))
  // The last stop of a date is the browser's own button, with a ring of the browser's.
  const isBrowsers = element.matches('[type=date]:not(:focus-visible)')
  const hasRing = [...styles, ...pseudo].some(
    ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
  )
  if (!hasRing && !isBrowsers) return `no ring: ${name}`
  // The element is neither behind the header nor behind a banner (WCAG 2.4.11).
  const isSeen = () => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    return [0.1, 0.5, 0.9].some((part) => {
      const hit = document.elementFromPoint(left + (right - left) * part, (top + bottom) / 2)
      return hit !== null && (element.contains(hit) || hit.contains(element))
    })
  }
  // On a busy machine the browser scrolls to it some frames after it has the focus.
  for (let frame = 0; frame < 10 && !isSeen(); frame += 1)
    await new Promise((resolve) => requestAnimationFrame(resolve))
  return isSeen() ? undefined : `hidden: ${name} at ${Math.round(element.getBoundingClientRect().top)}`
}

/** Whether the element has the focus. It looks twice: what is fetched when it gets the focus takes it over in the next frames. */
async function hasFocus(page: Page, wanted: Locator): Promise<boolean> {
  if (await holdsFocus(wanted)) return true
  await page.evaluate(passFrames)
  return holdsFocus(wanted)
}

/** Whether it is the only one, and has the focus. */
function holdsFocus(wanted: Locator): Promise<boolean> {
  return wanted.evaluateAll((found) => found.length === 1 && found[0] === document.activeElement)
}

/** Runs in the page. */
async function passFrames(): Promise<void> {
  for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
}

/** Presses Tab until this has the focus. At each stop the focus can be seen. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let tab = 0; tab < 60; tab += 1) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(focusProblem)).toBeUndefined()
    if (await hasFocus(page, wanted)) return
  }
  throw new Error(`The key Tab does not lead to ${String(wanted)}`)
}

/** The focus goes elsewhere once there is a dialog and before it holds the focus, as by a quick Tab. Runs in the page. */
function focusFooterBeforeDialog(): void {
  new MutationObserver((_, observer) => {
    if (document.querySelector('[role=dialog]') === null) return
    observer.disconnect()
    document.querySelector<HTMLElement>('footer a')?.focus()
  }).observe(document.body, { childList: true, subtree: true })
}

test.describe('on a phone', () => {
  // With reduced motion a scrolled element is in place at once.
  test.use({ viewport: SIZES.phone, contextOptions: { reducedMotion: 'reduce' } })

  test('by keyboard alone one gets from home to an event of one’s taste, and shares it', async ({
    page,
    context,
  }) => {
    const key = `keys-${Date.now()}`
    await asAdmin('/backoffice/events/tags', { method: 'POST', data: { key, name: key } })
    const title = `For ${key}`
    const photo = await photoOf(1600, 900)
    const id = await publishEvent({ title, tag_keys: [key], photo })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }))
    const heading = page.getByRole('heading', { level: 1 })
    const main = page.getByRole('main')

    const copyBy = async (name: string) => {
      await page.evaluate(() => navigator.clipboard.writeText(''))
      const button = main.getByRole('button', { name, exact: true })
      await tabTo(page, button)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('tooltip', { name: 'Link copied!' })).toBeVisible()
      const copied = new URL(await page.evaluate(() => navigator.clipboard.readText()))
      expect(copied.origin + copied.pathname).toBe(`${ORIGIN}/events/${id}`)
      await expect(button).toBeFocused()
      await expect(page.getByRole('tooltip')).toHaveCount(0)
    }

    await test.step('past the header, to the list', async () => {
      await page.goto('/')
      await hydrated(page)
      const skip = page.getByRole('link', { name: 'Skip to content' })
      await expect(skip).not.toBeInViewport()
      await tabTo(page, skip)
      await expect(skip).toBeInViewport()
      await page.keyboard.press('Enter')
      await expect(main).toBeFocused()
      await tabTo(page, main.getByRole('link', { name: 'See Local Events' }))
      await page.keyboard.press('Enter')
      await expect(heading).toHaveText('All Events in Ericeira')
      await expect(heading).toBeFocused()
    })

    await test.step('to the events of one tag', async () => {
      // The row of choice is one stop; the arrow keys lead through it.
      await tabTo(page, main.getByRole('link', { name: /^(Tonight|Today)$/ }).first())
      await page.keyboard.press('ArrowLeft')
      await expect(main.getByRole('button', { name: 'Filters' })).toBeFocused()
      await page.keyboard.press('Enter')
      const tags = page.getByRole('combobox', { name: 'Tags' })
      await expect(tags).toBeVisible()
      await tabTo(page, tags)
      await page.keyboard.type(key)
      await expect(page.getByRole('option')).toHaveText([key])
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(new RegExp(`tags=${key}`))
      await page.keyboard.press('Escape')
      await expect(page.getByRole('listbox')).toBeHidden()
      await expect(tags).toBeFocused()
      await expect(main.getByRole('article')).toHaveCount(1)
      await tabTo(page, main.getByRole('link', { name: title }))
      await page.keyboard.press('Enter')
      await expect(heading).toHaveText(title)
      await expect(heading).toBeFocused()
    })

    await test.step('copies its link', () => copyBy('Copy link'))

    await test.step('into the photo and out of it', async () => {
      const link = main.getByRole('link', { name: 'View full-size photo' })
      await tabTo(page, link)
      await page.evaluate(focusFooterBeforeDialog)
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog')
      await expect(dialog).toBeVisible()
      for (let tab = 0; tab < 4; tab += 1) {
        await page.keyboard.press('Tab')
        expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
      }
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await expect(link).toBeFocused()
    })

    await test.step('and shares it', () => copyBy('Share'))

    await test.step('and through the rest of the page, where nothing holds the focus', async () => {
      await tabTo(page, page.getByRole('contentinfo').getByRole('link').last())
    })

    await asAdmin(`/backoffice/events/${id}`, { method: 'DELETE' })
  })
})
