import { spawnSync } from 'node:child_process'
import { chromium, type Page } from '@playwright/test'
import { CHROMIUM_ARGS, findChromium } from '../../../tools/chromium'
import { DEMO_ADMIN, type DemoServer } from '../../support/demo-server'
import type { Figures } from '../verdict'

const REVIEWS = 30
/** A person who reads as fast as the desk shows: what is measured is the desk. */
const WITH_REASON = 5
const REASON = 'No place is given.'

/** Thirty reviews by keys alone, every fifth with a reason. */
export async function reviewByKeys({ origin, dataDir }: DemoServer): Promise<Figures> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGS })
  try {
    fill(dataDir, REVIEWS * 4)
    const viewport = { width: 1280, height: 800 }
    const page = await browser.newPage({ baseURL: origin, locale: 'en-GB', viewport })
    await page.addInitScript(measureReviews)
    await page.goto('/backoffice/login')
    await page.getByLabel('Email').fill(DEMO_ADMIN.email)
    await page.getByLabel('Password', { exact: true }).fill(DEMO_ADMIN.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/backoffice/dashboard')
    await page.goto('/backoffice/events')
    await page.locator('[data-event]').first().waitFor()
    return await reviewAll(page)
  } finally {
    await browser.close()
  }
}

/** Reviews from the list on: the first is opened by keys, too. */
async function reviewAll(page: Page): Promise<Figures> {
  let keys = 0
  const press = async (key: string) => {
    keys += 1
    await page.keyboard.press(key)
  }
  const waits: number[] = []
  const startMs = performance.now()
  await press('j')
  await press('Enter')
  await page.getByText(/^1 of \d+ on review$/).waitFor()
  for (let number = 1; number <= REVIEWS; number += 1) {
    if (number % WITH_REASON === 0) {
      await press('r')
      await page.getByRole('alertdialog').getByLabel('Reason').waitFor()
      keys += REASON.length
      await page.keyboard.insertText(REASON)
    }
    await press(number % WITH_REASON === 0 ? 'Control+Enter' : 'a')
    const wait = await page.waitForFunction(() => window.reviewWaitMs)
    waits.push((await wait.jsonValue()) ?? Number.NaN)
  }
  const sorted = waits.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
  return {
    [`${REVIEWS} reviews: seconds`]: (performance.now() - startMs) / 1000,
    'keys for each': keys / REVIEWS,
    'wait after its key: median': at(0.5),
    'wait after its key: 90 %': at(0.9),
    'wait after its key: longest': at(1),
  }
}

declare global {
  interface Window {
    /** Milliseconds from the last key until another event was shown; undefined until it is. */
    reviewWaitMs: number | undefined
  }
}

/** Runs in the page, before its scripts: measures what follows each key. */
function measureReviews(): void {
  let keyAtMs = Number.NaN
  let addressBefore = ''
  let titleBefore: string | undefined
  addEventListener(
    'keydown',
    ({ timeStamp }) => {
      keyAtMs = timeStamp
      addressBefore = location.href
      titleBefore = document.querySelector('h1')?.textContent
      window.reviewWaitMs = undefined
    },
    true,
  )
  // A function without a name: esbuild's helper for names is not in the page.
  setInterval(() => {
    if (window.reviewWaitMs !== undefined) return
    const waitMs = performance.now() - keyAtMs
    const title = document.querySelector('h1')?.textContent
    // Two events of one title are told apart by their addresses; one that is still loading cannot be approved.
    const isAnother = location.href !== addressBefore && (title !== titleBefore || waitMs > 1000)
    const isShown = [...document.querySelectorAll('button')].some(
      ({ textContent }) => textContent === 'Approve',
    )
    if (isAnother && isShown) window.reviewWaitMs = waitMs
  }, 4)
}

function fill(dataDir: string, events: number): void {
  const options = ['--events', String(events), '--users', '0', '--photos', '12']
  const program = ['--import', 'tsx', 'tests/fill/fill-guide.ts', ...options]
  const env = { ...process.env, DATA_DIR: dataDir }
  const { status } = spawnSync(process.execPath, program, { stdio: 'inherit', env })
  if (status !== 0) throw new Error('the guide could not be filled')
}
