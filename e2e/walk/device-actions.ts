import type { Page } from '@playwright/test'
import { readStoredOutbox } from './stored-outbox'
import { anyTab, firstTab, NOTHING_TO_DO, type WalkAction, type WalkWorld } from './walk-world'

const HOUR = 3_600_000
const JUMPS = [HOUR, -HOUR, 26 * HOUR, -26 * HOUR, 8766 * HOUR, -8766 * HOUR] as const

/** Actions on the device: its network, its browser and worker, its clock and its disk. */
export function deviceActions(world: WalkWorld) {
  const { phone, random } = world
  let build = 1

  return {
    async faults() {
      world.injectFaults()
    },
    async offline() {
      if (phone.isOffline()) return NOTHING_TO_DO
      await phone.setOffline(true)
    },
    async online() {
      if (!phone.isOffline()) return NOTHING_TO_DO
      await phone.setOffline(false)
    },
    killWorker: () => phone.killWorkers(),
    killBrowser: () => phone.killBrowser(),
    async openTab() {
      if (phone.pages().length >= 3) return NOTHING_TO_DO
      await (await phone.openTab()).goto('/outbox')
    },
    async closeTab() {
      if (phone.pages().length < 2) return NOTHING_TO_DO
      await (await anyTab(world)).close()
    },
    async clockJumps() {
      await phone.setClockError(await firstTab(world), random.pick(JUMPS))
    },
    async clockRight() {
      await phone.setClockError(await firstTab(world), 0)
    },
    /** A new build comes while the app is in use; the person agrees to it if nothing is being sent. */
    async newBuild() {
      build += 1
      phone.gateway.setBuild(build)
      const page = await firstTab(world)
      if (phone.isOffline()) return
      await page.goto('/outbox')
      if (!(await page.evaluate(updateInstalled))) return
      const { entries } = await readStoredOutbox(page)
      const reload = page.getByRole('button', { name: 'Reload', exact: true })
      await reload.waitFor()
      if (entries.some(({ state }) => state === 'sending')) return
      await agreeToUpdate(world, page)
    },
  } satisfies Record<string, WalkAction>
}

/** Every tab is reloaded by it, unless something unfinished is open in one. */
async function agreeToUpdate({ phone, note }: WalkWorld, page: Page): Promise<void> {
  const reloads = phone
    .pages()
    .map((tab) => tab.waitForEvent('load', { timeout: 10_000 }).catch(() => undefined))
  await page.getByRole('button', { name: 'Reload', exact: true }).click()
  const busy = page.getByText('Something unfinished is open in another tab.')
  const outcome = await Promise.race([
    Promise.all(reloads).then(() => 'updated'),
    busy.waitFor({ timeout: 10_000 }).then(
      () => 'busy',
      () => 'updated',
    ),
  ])
  note(outcome)
}

/* oxlint-disable unicorn/consistent-function-scoping -- it is sent to the page, which has nothing of this file */
/** Runs in the page: looks for a new worker; resolves with whether one waits once it is installed. */
async function updateInstalled(): Promise<boolean> {
  const registration = await navigator.serviceWorker.getRegistration()
  await registration?.update().catch(() => undefined)
  const worker = registration?.installing
  if (worker !== null && worker !== undefined)
    await new Promise<void>((resolve) =>
      worker.addEventListener('statechange', () => {
        if (worker.state !== 'installing') resolve()
      }),
    )
  return registration?.waiting !== null && registration?.waiting !== undefined
}
