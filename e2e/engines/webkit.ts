import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Builder, By, Capabilities, Key, type WebDriver } from 'selenium-webdriver'
import { findFreePort } from 'selenium-webdriver/net/portprober.js'
import { DriverService } from 'selenium-webdriver/remote/index.js'
import type { EngineBrowser, Key as KeyName } from './engine-browser'
import { WEBKIT_DRIVER } from './installed-engines'
import { startScreen } from './screen'

const KEYS: Record<KeyName, string> = { Enter: Key.ENTER, Escape: Key.ESCAPE }

/**
 * WebKitGTK by WebDriver. Its own MiniBrowser forgets everything at its end while it is automated: `webkit-browser.js` is
 * a window around the same engine, with a profile on disk.
 */
export async function startWebkit(origin: string): Promise<EngineBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'ericeira-webkit-'))
  const screen = await startScreen()
  const port = await findFreePort()
  const service = new DriverService(WEBKIT_DRIVER, {
    loopback: true,
    port,
    args: [`--port=${port}`],
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: screen.display,
      // Its sandbox needs namespaces that root in a container does not have; it sees nothing but the app.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
  })
  const address = await service.start()
  const launch = async (): Promise<WebDriver> => {
    const driver = await new Builder()
      .usingServer(address)
      .withCapabilities(
        new Capabilities({
          browserName: 'webkit-browser',
          'webkitgtk:browserOptions': { binary: resolve('e2e/engines/webkit-browser.js'), args: [profile] },
        }),
      )
      .build()
    await driver.manage().setTimeouts({ script: 60_000 })
    return driver
  }
  let driver = await launch()
  /** Clicks in the middle of the window, where nothing covers it that stays at an edge. */
  const click = async (target: string) => {
    const element = await driver.findElement(By.xpath(target))
    await driver.executeScript(`arguments[0].scrollIntoView({ block: 'center' })`, element)
    await element.click()
  }

  return {
    open: (path) => driver.get(origin + path),
    click,
    async type(target, text) {
      await click(target)
      // The keys go to whatever has the focus: a click may put another element in this one's place.
      await driver.actions().sendKeys(text).perform()
    },
    press: (key) => driver.actions().sendKeys(KEYS[key]).perform(),
    async run(script, ...values) {
      const outcome = await driver.executeAsyncScript<{ value: unknown; error?: string }>(
        `const done = arguments[arguments.length - 1]
        Promise.resolve().then(() => (${script.toString()})(...arguments[0]))
          .then((value) => done({ value }), (error) => done({ error: String(error) }))`,
        values,
      )
      if (outcome.error !== undefined) throw new Error(outcome.error)
      return outcome.value as Awaited<ReturnType<typeof script>>
    },
    async restart() {
      await driver.quit()
      driver = await launch()
    },
    async close() {
      await driver.quit()
      await service.kill()
      await screen.close()
      await rm(profile, { recursive: true, force: true })
    },
  }
}
