import type { Page } from '@playwright/test'
import { DEMO_ADMIN } from '../../support/demo-server'

/** Milliseconds, except where the name says otherwise. */
export type Figures = Record<string, number>

/** After a longer frame one of 60 a second was missed. */
const MISSED_MS = 25
const SCROLLED_MS = 4000
const ROWS_AT_A_TIME = 1000
/** The time after which no more rows are asked for: a page comes after another, and a busy machine takes a second for each. */
const LOADING_MS = 300_000
/** The time without a new row after which none will come. */
const PATIENCE_MS = 30_000
/** Pixels a second: reading, and looking for something. */
const SPEEDS = { 'reading speed': 1200, fast: 8000 }

export async function openList(page: Page): Promise<void> {
  await page.goto('/backoffice/login')
  await page.getByLabel('Email').fill(DEMO_ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_ADMIN.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/backoffice/dashboard')
  await page.goto('/backoffice/events?status=all')
  await page.locator('[data-event]').first().waitFor()
}

/** Scrolls to the end until there are so many rows, or for five minutes, and notes each thousand. Throws when no more come. */
export async function loadRows(
  page: Page,
  rows: number,
  onProgress: (rows: number, seconds: number) => void,
): Promise<Figures> {
  let [ms, loaded] = [0, 0]
  const frames: number[] = []
  for (let next = Math.min(rows, ROWS_AT_A_TIME); ; next = Math.min(rows, next + ROWS_AT_A_TIME)) {
    const more = await loadUntil(page, next)
    ms += more.ms
    // The first frame is as long as it took to ask for it.
    frames.push(...more.frames.slice(1))
    loaded = next
    onProgress(next, ms / 1000)
    if (next === rows || ms > LOADING_MS) break
  }
  const { 'median frame': middle, '95 % of frames': most } = framesOf(frames)
  return {
    'rows that are loaded': loaded,
    'loading: a page of 20': ms / (loaded / 20),
    'loading: median frame': middle ?? 0,
    'loading: 95 % of frames': most ?? 0,
  }
}

function loadUntil(page: Page, rows: number): Promise<{ ms: number; frames: number[] }> {
  return page.evaluate(
    async ([wanted, patienceMs]) => {
      const start = performance.now()
      const frames: number[] = []
      let [last, shown, shownAt] = [start, 0, start]
      for (;;) {
        const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
        frames.push(now - last)
        last = now
        window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' })
        const count = document.querySelectorAll('[data-event]').length
        if (count > shown) [shown, shownAt] = [count, now]
        if (count >= wanted) return { ms: now - start, frames }
        if (now - shownAt > patienceMs) throw new Error(`after ${count} of ${wanted} rows no more came`)
      }
    },
    [rows, PATIENCE_MS] as const,
  )
}

export async function measureList(page: Page): Promise<Figures> {
  const figures: Figures = {}
  for (const [name, speed] of Object.entries(SPEEDS)) {
    const frames = framesOf(await scroll(page, speed))
    for (const [what, figure] of Object.entries(frames)) figures[`${name}: ${what}`] = figure
  }
  figures['one checkbox'] = await median(page, () => clickToPaint(page, '[data-event] input[type=checkbox]'))
  const all = 'section input[type=checkbox], section label input'
  figures['select all'] = await clickToPaint(page, all)
  figures['select none'] = await clickToPaint(page, all)
  Object.assign(figures, await openAndReturn(page))
  const { nodes, heapMb } = await page.evaluate(() => ({
    nodes: document.querySelectorAll('*').length,
    heapMb: ((performance as { memory?: { usedJSHeapSize: number } }).memory?.usedJSHeapSize ?? 0) / 2 ** 20,
  }))
  return { ...figures, 'elements (number)': nodes, 'heap (MB)': heapMb }
}

function framesOf(lengths: readonly number[]): Figures {
  const sorted = lengths.toSorted((a, b) => a - b)
  return {
    'median frame': sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
    '95 % of frames': sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN,
    'missed frames (%)': (lengths.filter((length) => length > MISSED_MS).length / lengths.length) * 100,
  }
}

/** Scrolls from the middle of the list on, and returns the lengths of its frames. */
function scroll(page: Page, pixelsASecond: number): Promise<number[]> {
  return page.evaluate(
    async ([speed, durationMs]) => {
      const top = document.documentElement.scrollHeight / 2
      window.scrollTo({ top, behavior: 'instant' })
      await new Promise((resolve) => setTimeout(resolve, 1000))
      const lengths: number[] = []
      const start = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
      let last = start
      while (last - start < durationMs) {
        window.scrollBy({ top: (speed * 16.7) / 1000, behavior: 'instant' })
        const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve))
        lengths.push(now - last)
        last = now
      }
      return lengths
    },
    [pixelsASecond, SCROLLED_MS] as const,
  )
}

/** The time from a click on an element in view until it is painted. */
function clickToPaint(page: Page, selector: string): Promise<number> {
  return page.evaluate(async (which) => {
    const element = [...document.querySelectorAll<HTMLElement>(which)].find((one) => {
      const { top } = one.getBoundingClientRect()
      return top > 0 && top < innerHeight
    })
    if (element === undefined) throw new Error(`nothing of ${which} is in view`)
    const start = performance.now()
    element.click()
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    return performance.now() - start
  }, selector)
}

/** The event in the middle of the viewport, and back. */
async function openAndReturn(page: Page): Promise<Figures> {
  const id = await page.evaluate(() => {
    const rows = [...document.querySelectorAll<HTMLElement>('[data-event]')]
    return rows.find((row) => row.getBoundingClientRect().top > innerHeight / 2)?.dataset['event'] ?? ''
  })
  const row = page.locator(`[data-event="${id}"]`)
  const openedAt = performance.now()
  await row.locator('a').first().click()
  await page.waitForURL(`**/backoffice/events/${id}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const backAt = performance.now()
  await page.goBack()
  await row.waitFor()
  return { 'an event opens': backAt - openedAt, 'back to the list': performance.now() - backAt }
}

async function median(page: Page, measure: (page: Page) => Promise<number>): Promise<number> {
  const runs: number[] = []
  for (let run = 0; run < 7; run += 1) runs.push(await measure(page))
  return runs.toSorted((a, b) => a - b)[3] ?? Number.NaN
}
