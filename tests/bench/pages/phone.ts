import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { CHROMIUM_ARGS, findChromium } from '../../../tools/chromium'

const PHONE = { width: 390, height: 844 }
const CPU_SLOWDOWN = 4
/** 1.6 Mbit/s, 150 ms. */
const SLOW = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}

export interface Observed {
  fcpMs: number
  lcpMs: number
  cls: number
  /** Start and end in milliseconds of long tasks: 50 ms or more on the main thread. */
  longTasks: [beginMs: number, endMs: number][]
  /** Scripts of long animation frames, which say what the long tasks were busy with. */
  scripts: { beginMs: number; durationMs: number; name: string }[]
  /** The largest part of the first view: the element, and the address of its image. */
  largest: string
  /** Milliseconds from a tap or key to the next paint. */
  interactions: number[]
  /** When the first event of a list was painted, ms after the navigation. */
  listShown: Promise<number>
}

declare global {
  interface Window {
    vitals: Observed
  }
}

/** Runs in the page before anything else. Text, because the compiler's helpers do not exist there. */
const OBSERVE = `
  const vitals = (window.vitals = { fcpMs: 0, lcpMs: 0, cls: 0, longTasks: [], scripts: [], largest: '', interactions: [] })
  const watch = (type, take, more) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...more })
  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') vitals.fcpMs = entry.startTime
  })
  watch('largest-contentful-paint', ({ startTime, element, url }) => {
    vitals.lcpMs = startTime
    vitals.largest = (element ? element.localName + ' ' + element.className.slice(0, 40) : '') + ' ' + url.slice(0, 80)
  })
  watch('layout-shift', (entry) => {
    if (!entry.hadRecentInput) vitals.cls += entry.value
  })
  watch('long-animation-frame', ({ scripts }) => {
    for (const { startTime, duration, invoker, sourceURL } of scripts)
      vitals.scripts.push({ beginMs: startTime, durationMs: duration, name: invoker + ' ' + sourceURL.replace(/.*\\//, '') })
  })
  watch('longtask', ({ startTime, duration }) => vitals.longTasks.push([startTime, startTime + duration]))
  vitals.listShown = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('article :is(h2, h3)')) return
      observer.disconnect()
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
    })
    observer.observe(document, { childList: true, subtree: true })
  })
  watch('event', ({ interactionId, duration }) => interactionId && vitals.interactions.push(duration), { durationThreshold: 16 })
`

/** A slow phone with its storage: after `close` another `openPhone` of the same folder finds what was there. */
interface SlowPhone {
  context: BrowserContext
  page: Page
}

export async function openPhone(
  profile: string,
  { network = 'fast' }: { network?: 'fast' | 'slow' | 'off' } = {},
): Promise<SlowPhone> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    viewport: PHONE,
    hasTouch: true,
    args: CHROMIUM_ARGS,
  })
  const page = context.pages()[0] ?? (await context.newPage())
  await page.addInitScript({ content: OBSERVE })
  const devtools = await context.newCDPSession(page)
  if (network === 'slow') {
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', SLOW)
  }
  if (network === 'off') await context.setOffline(true)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  return { context, page }
}

/** A browser profile of its own for as long as `use` takes. */
export async function withProfile<T>(use: (profile: string) => Promise<T>): Promise<T> {
  const profile = mkdtempSync(join(tmpdir(), 'ericeira-bench-'))
  try {
    return await use(profile)
  } finally {
    rmSync(profile, { recursive: true, force: true })
  }
}

/** Total blocking time: of each task the part after the first paint, less the first 50 ms. */
export function blockingMs({ longTasks, fcpMs }: Observed, untilMs = Number.POSITIVE_INFINITY): number {
  return longTasks
    .filter(([beginMs]) => beginMs < untilMs)
    .map(([beginMs, endMs]) => Math.max(0, endMs - Math.max(beginMs, fcpMs) - 50))
    .reduce((total, ms) => total + ms, 0)
}

/** The long tasks that block, each with the scripts in it that took the most: for the eye, not for a figure. */
export function describeBlocking({ longTasks, scripts, fcpMs }: Observed): string[] {
  return longTasks
    .filter(([, endMs]) => endMs > fcpMs)
    .map(([beginMs, endMs]) => {
      const inside = scripts
        .filter((script) => script.beginMs >= beginMs - 1 && script.beginMs < endMs)
        .toSorted((a, b) => b.durationMs - a.durationMs)
        .slice(0, 3)
      const parts = inside.map(({ durationMs, name }) => `${durationMs.toFixed(0)} ${name}`)
      return `${(endMs - beginMs).toFixed(0)} ms at ${beginMs.toFixed(0)}: ${parts.join(', ') || 'style, layout or paint'}`
    })
}
