import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launch as launchBrowser, type Browser, type ElementHandle, type Page } from 'puppeteer-core'
import type { EngineBrowser } from './engine-browser'
import { FIREFOX } from './installed-engines'

/** Firefox, headless, by WebDriver BiDi. */
export async function startFirefox(origin: string): Promise<EngineBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'ericeira-firefox-'))
  const launch = () =>
    launchBrowser({
      browser: 'firefox',
      executablePath: FIREFOX,
      headless: true,
      userDataDir: profile,
      defaultViewport: { width: 800, height: 1000 },
      extraPrefsFirefox: { 'intl.accept_languages': 'en-GB' },
    })
  let browser: Browser = await launch()
  const page = async (): Promise<Page> => (await browser.pages())[0] ?? browser.newPage()

  async function find(target: string): Promise<ElementHandle> {
    const found = await (await page()).$(`xpath/${target}`)
    if (found === null) throw new Error(`Nothing on the page is ${target}`)
    return found
  }

  return {
    async open(path) {
      await (await page()).goto(origin + path)
    },
    click: async (target) => (await find(target)).click(),
    async type(target, text) {
      await (await find(target)).click()
      await (await page()).keyboard.type(text)
    },
    press: async (key) => (await page()).keyboard.press(key),
    async run(script, ...values) {
      // The page gets JSON, and resolves with the result of the script.
      return (await (
        await page()
      ).evaluate(script as (...given: unknown[]) => unknown, ...values)) as Awaited<ReturnType<typeof script>>
    },
    async restart() {
      await browser.close()
      browser = await launch()
    },
    async close() {
      await browser.close()
      await rm(profile, { recursive: true, force: true })
    },
  }
}
