import { asAdmin, expect, test } from '../support/fixtures'
import { pressAndLeave } from '../walk/press-and-leave'
import { readStoredOutbox } from '../walk/stored-outbox'
import { draftStored, fillEventForm, openEventForm, submitForm, titleOf, visit } from '../walk/walk-forms'
import { WalkedPhone } from '../walk/simulated-device'

test('a browser that is killed 0 to 400 ms after Submit has a draft or an entry, which arrives once', async ({
  server: { origin },
  launchOptions,
}) => {
  const phone = await WalkedPhone.start({ origin, launchOptions })
  await visit({ phone })
  for (const moment of [0, 60, 400])
    await test.step(`${moment} ms`, async () => {
      const title = `Killed after ${moment} ms`
      const page = await phone.tab(0)
      await openEventForm(page)
      await fillEventForm(page, title)
      await draftStored(page, title)
      await phone.takeTime(page)
      await pressAndLeave(phone, page, { button: 'Create Event', moment, isKilled: true })

      const next = await phone.tab(0)
      await next.goto('/outbox')
      const { entries, drafts } = await readStoredOutbox(next)
      expect([...entries, ...drafts].filter(({ text }) => text === title)).toHaveLength(1)
      if (drafts.length > 0) {
        await openEventForm(next)
        await expect(titleOf(next)).toHaveValue(title)
        expect(await submitForm(phone, next, 'Create Event')).toBe('accepted')
        await next.goto('/outbox')
      }
      await expect(next.getByRole('listitem').filter({ hasText: title })).toContainText(/Sent /)
      const { items } = (await asAdmin('/backoffice/events?per_page=100', { origin })) as {
        items: { title: string }[]
      }
      expect(items.filter((event) => event.title === title)).toHaveLength(1)
    })
  await phone.close()
})
