import { callApi, openAccount, tokenOf } from '../support/accounts'
import type { TestServer } from '../support/test-server'
import { asAdmin, expect, test } from '../support/fixtures'
import { makePhotos } from '../walk/walk-photos'
import { walk } from '../walk/walk'
import type { ArrivedText } from '../walk/walk-model'
import { WALK_ANNOTATION } from '../walk/walk-reporter'
import type { WalkedPerson } from '../walk/walk-world'
import { WalkedPhone } from '../walk/simulated-device'

/** `npm run test:walk:browser -- --seeds 100` is the long form. */
const SEEDS = Number(process.env['WALK_SEEDS'] ?? 2)
const FIRST_SEED = Number(process.env['WALK_FIRST_SEED'] ?? 1)
const STEPS = Number(process.env['WALK_STEPS'] ?? 12)
/** `--no-sync`: all of them without Background Sync. Otherwise one is walked again so. */
const NO_SYNC = process.env['WALK_NO_SYNC'] === '1'

const walks = Array.from({ length: SEEDS }, (_, index) => ({ seed: FIRST_SEED + index, hasSync: !NO_SYNC }))
if (!NO_SYNC) walks.push({ seed: FIRST_SEED, hasSync: false })

for (const { seed, hasSync } of walks) {
  const how = hasSync ? '' : ', without Background Sync'
  test(`a random walk of a browser loses nothing and sends nothing twice: seed ${seed}${how}`, async ({
    server,
    launchOptions,
  }) => {
    test.setTimeout(300_000)
    const people = [await simulatedPerson(server), await simulatedPerson(server)] as const
    const phone = await WalkedPhone.start({ origin: server.origin, launchOptions, hasSync })
    const log: string[] = []
    const figures = { seed, hasSync, steps: 0, actions: {}, faults: {}, seconds: 0 }
    try {
      const photos = await makePhotos()
      const arrived = (prefix: string) => arrivedTexts(server.origin, prefix)
      await walk({ phone, people, photos, steps: STEPS, arrived, figures }, log)
      expect(figures.steps).toBe(STEPS)
    } catch (error) {
      const rerun = `WALK_FIRST_SEED=${seed} WALK_SEEDS=1 WALK_STEPS=${STEPS}${hasSync ? '' : ' WALK_NO_SYNC=1'}`
      process.stderr.write(
        `\n${rerun}: ${log.join(', ')}\n${phone.gateway.log.join('\n')}\n${String(error)}\n`,
      )
      throw error
    } finally {
      test.info().annotations.push({ type: WALK_ANNOTATION, description: JSON.stringify(figures) })
      await phone.close()
    }
  })
}

async function simulatedPerson(server: TestServer): Promise<WalkedPerson> {
  const person = await openAccount(server)
  const token = await tokenOf(server, person)
  const { id } = await callApi<{ id: string }>(server, 'GET', '/profile/me', { token })
  return {
    person,
    id,
    endSessions: async () =>
      void (await callApi(server, 'DELETE', '/profile/sessions', {
        token: await tokenOf(server, person),
      })),
  }
}

async function arrivedTexts(origin: string, prefix: string): Promise<ArrivedText[]> {
  interface Events {
    items: { id: string; title: string; user_id: string | null; photo?: string }[]
    has_more: boolean
  }
  interface Messages {
    items: { id: string; message: string }[]
  }
  const found: ArrivedText[] = []
  for (let page = 1; ; page += 1) {
    const { items, has_more } = (await asAdmin(`/backoffice/events?page=${page}&per_page=100`, {
      origin,
    })) as Events
    for (const { id, title, user_id, photo } of items) found.push({ id, text: title, owner: user_id, photo })
    if (!has_more) break
  }
  const { items } = (await asAdmin('/backoffice/contact-forms', { origin })) as Messages
  for (const { id, message } of items) found.push({ id, text: message, owner: undefined, photo: undefined })
  return found.filter(({ text }) => text.startsWith(prefix))
}
