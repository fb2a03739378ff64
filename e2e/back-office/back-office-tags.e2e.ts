import { expectAccessible } from '../support/axe'
import { administrator, asAdmin, expect, test } from '../support/fixtures'
import { submitForReview } from '../support/published-event'

test.use({ storageState: administrator, viewport: { width: 1280, height: 900 } })

test('a tag is created, renamed, merged into another, and deleted', async ({ page }) => {
  const name = `Noite ${Date.now()}`
  const key = name.toLowerCase().replace(' ', '-')
  await page.goto('/backoffice/tags')
  await expect(page).toHaveTitle(/^Tags · Back office/)
  const create = async (typed: string) => {
    // The button is pressed by keyboard: the toast of the tag before lies over it, and stays for as long as the mouse is on it.
    await page.getByRole('button', { name: 'Create Tag' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Create a tag' })
    await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused()
    await dialog.getByLabel('Name', { exact: true }).fill(typed)
    return dialog
  }
  const first = await create(name)
  await expect(first.getByLabel('Key')).toHaveValue(key)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Tag created successfully')).toBeVisible()
  await expect(first).toBeHidden()

  // Somebody was first: the error is at the name, what was typed stays.
  const second = await create(name)
  await second.getByLabel('Key').fill(`${key}-b`)
  await page.keyboard.press('Enter')
  await expect(second.getByText('Another tag already has this name')).toBeVisible()
  await second.getByLabel('Name', { exact: true }).fill(`${name} B`)
  await page.keyboard.press('Enter')
  await expect(second).toBeHidden()

  await submitForReview({ tag_keys: [key] })
  await page.reload()
  await page.getByLabel('Search tags').fill(name)
  const row = (text: string) => page.getByRole('row').filter({ has: page.getByText(text, { exact: true }) })
  await expect(row(name).getByRole('link', { name: /1 event/ })).toBeVisible()

  await page.getByRole('button', { name: `Edit “${name}”` }).click()
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill(`${name} A`)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Tag updated successfully')).toBeVisible()

  await page.getByRole('button', { name: `Merge “${name} A”` }).click()
  const merging = page.getByRole('dialog')
  await merging.getByLabel('Keep this tag').selectOption(`${name} B (${key}-b)`)
  await merging.getByRole('button', { name: 'Merge' }).click()
  await expect(page.getByText(`1 event now has “${name} B”.`)).toBeVisible()
  await expect(row(`${name} A`)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  // No event is left without a tag: this one is deleted with what replaces it.
  await page.getByRole('button', { name: `Delete “${name} B”` }).click()
  const deleting = page.getByRole('dialog')
  await expect(deleting).toContainText('1 has no other')
  await deleting.getByLabel('Tag instead').selectOption({ index: 1 })
  await deleting.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Tag deleted successfully')).toBeVisible()
  const { items } = (await asAdmin('/backoffice/events/tags')) as { items: { name: string }[] }
  expect(items.filter((tag) => tag.name.startsWith(name))).toEqual([])
})

test('the shell remembers its sidebar, keeps what is typed without a network, and says why it asks to sign in', async ({
  page,
  context,
}) => {
  await page.goto('/backoffice/tags')
  await page.getByRole('button', { name: 'Collapse sidebar' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Expand sidebar' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Tags' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#content')).toBeFocused()

  await page.getByLabel('Search tags').fill('music')
  await context.setOffline(true)
  await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible()
  await expect(page.getByLabel('Search tags')).toBeHidden()
  await context.setOffline(false)
  await expect(page.getByLabel('Search tags')).toHaveValue('music')

  await page.getByRole('link', { name: 'Events', exact: true }).click()
  const { items } = (await asAdmin('/backoffice/events?status=PUBLISHED&per_page=1')) as {
    items: { id: string; title: string }[]
  }
  const [event] = items
  await page.goto(`/backoffice/events/${event?.id}`)
  const trail = page.getByRole('navigation', { name: 'You are here' })
  await expect(trail.getByRole('listitem')).toHaveText(['Dashboard', 'Events', event?.title ?? ''])
  await expect(page).toHaveTitle(new RegExp('· Back office'))
  await trail.getByRole('link', { name: 'Events' }).click()
  await expect(page).toHaveURL(/\/backoffice\/events$/)

  // Signed out in another tab: this one says why, and comes back to where it was.
  const other = await context.newPage()
  await other.goto('/backoffice/dashboard')
  await other.getByRole('button', { name: 'Sign out' }).click()
  await other.waitForURL('**/backoffice/login')
  await expect(other.getByText('You were signed out')).toHaveCount(0)
  await page.waitForURL('**/backoffice/login')
  await expect(page.getByRole('alert').filter({ hasText: 'You were signed out' })).toBeVisible()
  await expect(page).toHaveTitle(/^Back office sign-in/)
  await expectAccessible(page, 'the login, with its reason')
})
