import type { Page } from '@playwright/test'
import { expect, settled, test } from '../support/fixtures'
import { publishEvent } from '../support/published-event'

test.use({ serviceWorkers: 'allow' })

const heart = (page: Page, title: string) => page.getByRole('button', { name: `Save ${title}` })

test('what is saved without a network is there after a restart, and a plan is shared by its address', async ({
  phone,
  browser,
}) => {
  const titles = [`Harbour fado ${Date.now()}`, `Harbour jazz ${Date.now()}`] as const
  for (const title of titles) await publishEvent({ title })
  const page = await phone.page()
  await page.goto('/events?view=cards')
  await settled(page)
  await phone.setOffline(true)
  await page.goto(`/events?view=cards&q=${encodeURIComponent('Harbour')}`)
  for (const title of titles) {
    await heart(page, title).click()
    await expect(heart(page, title)).toHaveAttribute('aria-pressed', 'true')
  }

  const again = await phone.restart({ offline: true })
  await again.goto('/saved')
  for (const title of titles) await expect(again.getByRole('link', { name: title })).toBeVisible()
  const [download] = await Promise.all([
    again.waitForEvent('download'),
    again.getByRole('link', { name: 'Calendar file' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('saved.ics')

  await heart(again, titles[1]).click()
  await expect(again.getByRole('link', { name: titles[1] })).toBeHidden()
  await again.getByRole('button', { name: 'Undo' }).click()
  await expect(again.getByRole('link', { name: titles[1] })).toBeVisible()
  await again.addInitScript(() => Object.assign(navigator, { share: undefined }))
  await phone.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await again.reload()
  await again.getByRole('button', { name: 'Share my plan' }).click()
  await expect(again.getByText('Link copied!').first()).toBeVisible()
  const link = await again.evaluate(() => navigator.clipboard.readText())

  const other = await browser.newPage()
  await other.goto(link)
  await expect(other.getByRole('link', { name: titles[0] })).toBeVisible()
  await other.getByRole('button', { name: 'Add these 2' }).click()
  await expect(other.getByRole('heading', { name: /^A plan for / })).toBeHidden()
  for (const title of titles) await expect(other.getByRole('link', { name: title })).toBeVisible()
  await other.close()
})
