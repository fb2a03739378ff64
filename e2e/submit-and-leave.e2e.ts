import type { Page } from '@playwright/test'
import { expect, test } from './accounts'
import { asAdmin, settled } from './fixtures'
import { pressedFor } from './walk/browser-scripts'
import { readStoredOutbox } from './walk/stored-outbox'
import { fillEventForm, openEventForm, submitForm, titleOf } from './walk/walk-forms'
import { MOMENTS } from './walk/form-actions'
import { draftStored } from './walk/walk-world'
import { WalkedPhone } from './walk/walked-phone'

const WAYS = ['the tab is closed', 'the browser is killed'] as const

for (const way of WAYS)
  for (const moment of MOMENTS)
    test(`${way} ${moment} ms after Submit: a draft or an entry is left, and it arrives once`, async ({
      accounts: { origin },
      launchOptions,
    }) => {
      const phone = await WalkedPhone.start({ origin, launchOptions })
      try {
        const title = `${way} after ${moment} ms`
        const page = await phone.tab(0)
        await openEventForm(page)
        await settled(page)
        await fillEventForm(page, title)
        await draftStored(page, title)
        await phone.takeTime(page)
        await pressAndLeave(phone, page, way, moment)

        const next = await phone.tab(0)
        await next.goto('/outbox')
        const { entries, drafts } = await readStoredOutbox(next)
        const places = [...entries, ...drafts].filter(({ text }) => text === title)
        expect(places, 'an entry, or a draft').toHaveLength(1)
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
      } finally {
        await phone.close()
      }
    })

async function pressAndLeave(
  phone: WalkedPhone,
  page: Page,
  way: (typeof WAYS)[number],
  moment: number,
): Promise<void> {
  const over = page.evaluate(pressedFor, moment).catch(() => undefined)
  // It may never end: what it was about to report to is gone.
  page
    .getByRole('button', { name: 'Create Event', exact: true })
    .click()
    .catch(() => undefined)
  await over
  if (way === 'the browser is killed') return phone.killBrowser()
  await phone.openTab()
  await page.close()
}
