import { asAdmin, expect, test } from '../support/fixtures'
import { LEAVING_MOMENTS, pressAndLeave } from '../walk/press-and-leave'
import { readStoredOutbox } from '../walk/stored-outbox'
import { fillEventForm, openEventForm, submitForm, titleOf } from '../walk/walk-forms'
import { draftStored, visit } from '../walk/walk-world'
import { WalkedPhone } from '../walk/simulated-device'

for (const way of ['closed', 'killed'] as const)
  test(`a browser that is ${way} 0 to 400 ms after Submit has a draft or an entry, which arrives once`, async ({
    server: { origin },
    launchOptions,
  }) => {
    const phone = await WalkedPhone.start({ origin, launchOptions })
    try {
      await visit({ phone })
      for (const moment of LEAVING_MOMENTS)
        await test.step(`${moment} ms`, async () => {
          const title = `${way} after ${moment} ms`
          await submitAndLeave(phone, { title, way, moment })
          await expectOneOf(phone, title)
          expect(await arrivedWith(title, origin)).toBe(1)
        })
    } finally {
      await phone.close()
    }
  })

async function submitAndLeave(
  phone: WalkedPhone,
  { title, way, moment }: { title: string; way: 'closed' | 'killed'; moment: number },
): Promise<void> {
  const page = await phone.tab(0)
  await openEventForm(page)
  await fillEventForm(page, title)
  await draftStored(page, title)
  await phone.takeTime(page)
  await pressAndLeave(phone, page, { button: 'Create Event', moment, isKilled: way === 'killed' })
}

/** The device has an entry of it or a draft, which is submitted again; then it is shown as sent. */
async function expectOneOf(phone: WalkedPhone, title: string): Promise<void> {
  const page = await phone.tab(0)
  await page.goto('/outbox')
  const { entries, drafts } = await readStoredOutbox(page)
  expect(
    [...entries, ...drafts].filter(({ text }) => text === title),
    title,
  ).toHaveLength(1)
  if (drafts.length > 0) {
    await openEventForm(page)
    await expect(titleOf(page)).toHaveValue(title)
    expect(await submitForm(phone, page, 'Create Event')).toBe('accepted')
    await page.goto('/outbox')
  }
  await expect(page.getByRole('listitem').filter({ hasText: title })).toContainText(/Sent /)
}

async function arrivedWith(title: string, origin: string): Promise<number> {
  const { items } = (await asAdmin('/backoffice/events?per_page=100', { origin })) as {
    items: { title: string }[]
  }
  return items.filter((event) => event.title === title).length
}
