import { expectAccessible } from '../support/axe'
import { ADMIN, administrator, asAdmin, expect, test } from '../support/fixtures'

test.use({ storageState: administrator, viewport: { width: 1280, height: 800 } })

test('the dashboard shows what there is to do, follows changes, and leads to the log of who made them', async ({
  page,
}) => {
  await page.goto('/backoffice/dashboard')
  const { items } = (await asAdmin('/backoffice/events/tags')) as { items: unknown[] }
  const tags = items.length
  await expect(page.getByRole('link', { name: `${tags} Total tags` })).toBeVisible()
  const oldest = page.getByRole('region', { name: 'Waiting longest' }).getByRole('listitem').first()
  await expect(oldest).toContainText('ago')
  const weeks = page.getByRole('region', { name: 'Submissions per week' }).getByRole('listitem')
  await expect(weeks).toHaveCount(12)
  const logout = page.getByRole('button', { name: 'Sign out' })
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    const today = await page.getByRole('region', { name: 'Today' }).boundingBox()
    expect(today?.y).toBeLessThan(300)
    if (width === 1280) await expect(logout).toBeInViewport({ ratio: 1 })
    await expectAccessible(page, `dashboard at ${width}`)
  }

  const name = `Dunes ${Date.now()}`
  const key = `dunes-${Date.now()}`
  await asAdmin('/backoffice/events/tags', { method: 'POST', data: { key, name } })
  // Coming back to the page.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect(page.getByRole('link', { name: `${tags + 1} Total tags` })).toBeVisible()

  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Activity log' }).click()
  const entry = page.getByRole('row').filter({ hasText: name })
  await expect(entry).toContainText('Tag created')
  await expect(entry).toContainText(ADMIN.email)
  await page.getByLabel('Action').selectOption({ label: 'Tag deleted' })
  await expect(page).toHaveURL(/action=tag\.deleted/)
  await expect(entry).toHaveCount(0)
  await page.getByLabel('Action').selectOption({ label: 'Tag created' })
  await expect(entry).toBeVisible()
  await expectAccessible(page, 'activity log at 390')
})
