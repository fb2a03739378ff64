import sharp from 'sharp'
import { callApi, expect, openAccount, test, tokenOf } from './accounts'
import { asAdmin } from './fixtures'
import { walk } from './walk/walk'
import { WalkedPhone } from './walk/walked-phone'

/** `npm run test:walk:browser -- --seeds 100` is the long form. */
const SEEDS = Number(process.env['WALK_SEEDS'] ?? 5)
const FIRST_SEED = Number(process.env['WALK_FIRST_SEED'] ?? 1)
const STEPS = Number(process.env['WALK_STEPS'] ?? 12)

for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed += 1) {
  test(`a random walk of a browser loses nothing and sends nothing twice: seed ${seed}`, async ({
    accounts,
    launchOptions,
  }) => {
    test.setTimeout(300_000)
    const people = await Promise.all(
      [1, 2].map(async () => {
        const person = await openAccount(accounts)
        const token = await tokenOf(accounts, person)
        const { id } = await callApi<{ id: string }>(accounts, 'GET', '/profile/me', { token })
        return { person, id }
      }),
    )
    const buffer = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#0b6e8a' } })
      .jpeg()
      .toBuffer()
    const phone = await WalkedPhone.start(accounts.origin, launchOptions)
    const log: string[] = []
    try {
      await walk(
        seed,
        {
          phone,
          people,
          photo: { name: 'poster.jpg', mimeType: 'image/jpeg', buffer },
          steps: STEPS,
          arrived: (prefix) => arrivedTexts(accounts.origin, prefix),
        },
        log,
      )
      expect(log.at(-1)).toBe('end')
    } catch (error) {
      process.stderr.write(
        `\nWALK_FIRST_SEED=${seed} WALK_SEEDS=1 WALK_STEPS=${STEPS}: ${log.join(', ')}\n${phone.gateway.log.join('\n')}\n`,
      )
      throw error
    } finally {
      await phone.close()
    }
  })
}

async function arrivedTexts(origin: string, prefix: string) {
  type Events = { items: { id: string; title: string; user_id: string | null }[]; has_more: boolean }
  type Messages = { items: { id: string; message: string }[] }
  const found: { id: string; text: string; owner: string | null | undefined }[] = []
  for (let page = 1; ; page += 1) {
    const { items, has_more } = (await asAdmin(`/backoffice/events?page=${page}&per_page=100`, {
      origin,
    })) as Events
    found.push(...items.map(({ id, title, user_id }) => ({ id, text: title, owner: user_id ?? null })))
    if (!has_more) break
  }
  const { items } = (await asAdmin('/backoffice/contact-forms', { origin })) as Messages
  found.push(...items.map(({ id, message }) => ({ id, text: message, owner: undefined })))
  return found.filter(({ text }) => text.startsWith(prefix))
}
