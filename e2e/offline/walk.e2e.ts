import { asAdmin, expect, test } from '../support/fixtures'
import { walk } from '../walk/walk'
import type { ArrivedText } from '../walk/walk-model'
import { WalkedPhone } from '../walk/simulated-device'

/** `npm run test:walk -- --browser` is the long form. */
const SEEDS = Number(process.env['WALK_SEEDS'] ?? 1)
const FIRST_SEED = Number(process.env['WALK_FIRST_SEED'] ?? 1)
const STEPS = Number(process.env['WALK_STEPS'] ?? 12)
for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed += 1) {
  test(`a random walk of a browser loses nothing and sends nothing twice: seed ${seed}`, async ({
    server,
    launchOptions,
  }) => {
    test.setTimeout(300_000)
    const phone = await WalkedPhone.start({ origin: server.origin, launchOptions })
    const log: string[] = []
    try {
      const arrived = (prefix: string) => arrivedTexts(server.origin, prefix)
      const sum = await walk({ phone, seed, steps: STEPS, arrived }, log)
      process.stdout.write(`Seed ${seed}: ${log.join(', ')}\n  ${sum}\n`)
      expect(log.at(-1)).toBe('end')
    } catch (error) {
      const rerun = `WALK_FIRST_SEED=${seed} WALK_SEEDS=1 WALK_STEPS=${STEPS}`
      process.stderr.write(
        `\n${rerun}: ${log.join(', ')}\n${phone.gateway.log.join('\n')}\n${String(error)}\n`,
      )
      throw error
    } finally {
      await phone.close()
    }
  })
}

async function arrivedTexts(origin: string, prefix: string): Promise<ArrivedText[]> {
  interface Page {
    items: { id: string; title: string }[]
    has_more: boolean
  }
  const found: ArrivedText[] = []
  for (let page = 1, isLast = false; !isLast; page += 1) {
    const { items, has_more } = (await asAdmin(`/backoffice/events?page=${page}&per_page=100`, {
      origin,
    })) as Page
    found.push(...items.map(({ id, title }) => ({ id, text: title })))
    isLast = !has_more
  }
  const { items } = (await asAdmin('/backoffice/contact-forms', { origin })) as {
    items: { id: string; message: string }[]
  }
  found.push(...items.map(({ id, message }) => ({ id, text: message })))
  return found.filter(({ text }) => text.startsWith(prefix))
}
