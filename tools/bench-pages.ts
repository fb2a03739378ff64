/**
 * `npm run bench:pages`: what a first visit feels like on a slow phone, measured on the built product on an empty data
 * folder: 390x844, CPU x4, 1.6 Mbit/s, 150 ms; medians of five runs, each in a new browser profile. Then a cold start
 * with no network.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import type { BrowserContext, Page } from '@playwright/test'
import { findChromium } from './chromium'
import { startDemoServer } from './demo-server'

const PORT = 3998
const RUNS = 5
const PHONE = { width: 390, height: 844 }
const SLOW = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
}

interface Observed {
  fcpMs: number
  lcpMs: number
  cls: number
  /** Begin and end in milliseconds of what kept the main thread for 50 ms or more. */
  longTasks: [beginMs: number, endMs: number][]
}

interface Vitals extends Omit<Observed, 'longTasks'> {
  tbtMs: number
}

declare global {
  interface Window {
    vitals: Observed
  }
}

/** Runs in the page before anything else. Text, because the compiler's helpers do not exist there. */
const OBSERVE = `
  const vitals = (window.vitals = { fcpMs: 0, lcpMs: 0, cls: 0, longTasks: [] })
  const watch = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') vitals.fcpMs = entry.startTime
  })
  watch('largest-contentful-paint', (entry) => (vitals.lcpMs = entry.startTime))
  watch('layout-shift', (entry) => {
    if (!entry.hadRecentInput) vitals.cls += entry.value
  })
  watch('longtask', ({ startTime, duration }) => vitals.longTasks.push([startTime, startTime + duration]))
`

async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', SLOW)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
}

/** Total blocking time as it is defined: of each task the part after the first paint, less the 50 ms nobody notifiers. */
function vitalsOf({ longTasks, ...vitals }: Observed): Vitals {
  const blocked = longTasks.map(([beginMs, endMs]) =>
    Math.max(0, endMs - Math.max(beginMs, vitals.fcpMs) - 50),
  )
  return { ...vitals, tbtMs: blocked.reduce((total, ms) => total + ms, 0) }
}

function open(profile: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    viewport: PHONE,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

async function coldVisit(path: string): Promise<Vitals> {
  const profile = mkdtempSync(join(tmpdir(), 'ericeira-bench-'))
  const context = await open(profile)
  try {
    const page = context.pages()[0] ?? (await context.newPage())
    await page.addInitScript({ content: OBSERVE })
    await slowDown(page)
    await page.goto(server.origin + path, { waitUntil: 'load' })
    // Hydrated and settled: what happens later is not part of the first visit.
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null || performance.now() > 8000)
    return vitalsOf(await page.evaluate(() => window.vitals))
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
}

/** Milliseconds from the navigation to the first card, with no network, in a browser that was just opened. */
async function offlineStart(profile: string): Promise<number> {
  const context = await open(profile)
  try {
    await context.setOffline(true)
    const page = context.pages()[0] ?? (await context.newPage())
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.goto(`${server.origin}/events`, { waitUntil: 'commit' })
    await page.waitForSelector('article h2, article h3')
    return await page.evaluate(() => performance.now())
  } finally {
    await context.close()
  }
}

const server = await startDemoServer(PORT)
try {
  for (const path of ['/', '/events']) {
    const runs: Vitals[] = []
    for (let run = 0; run < RUNS; run++) runs.push(await coldVisit(path))
    const of = (name: keyof Vitals) => median(runs.map((vitals) => vitals[name]))
    process.stdout.write(
      `${path.padEnd(8)} cold: FCP ${Math.round(of('fcpMs'))} ms, LCP ${Math.round(of('lcpMs'))} ms, CLS ${of('cls').toFixed(3)}, TBT ${Math.round(of('tbtMs'))} ms\n`,
    )
  }
  const profile = mkdtempSync(join(tmpdir(), 'ericeira-bench-'))
  const context = await open(profile)
  const page = context.pages()[0] ?? (await context.newPage())
  await page.goto(`${server.origin}/events`)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.reload({ waitUntil: 'networkidle' })
  await context.close()
  const starts: number[] = []
  for (let run = 0; run < RUNS; run++) starts.push(await offlineStart(profile))
  process.stdout.write(`/events  offline cold start to the list: ${Math.round(median(starts))} ms\n`)
  rmSync(profile, { recursive: true, force: true })
} finally {
  await server.stop()
}
