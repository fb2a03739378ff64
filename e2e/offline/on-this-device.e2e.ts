import { expect, settled, test } from '../support/fixtures'

test.use({ serviceWorkers: 'allow' })

test('a person sees what is on the device, updates it, removes it, and has it again', async ({ phone }) => {
  const page = await phone.page()
  await page.goto('/events')
  await settled(page)
  await page.reload()
  await settled(page)
  await page.goto('/on-this-device')
  const fact = (name: string) => page.getByRole('definition').and(page.locator(`dt:text-is("${name}") + dd`))
  await expect(fact('Upcoming events')).toHaveText(/^[1-9]\d+$/)
  await expect(fact('Updated')).toHaveText(/now|ago/)
  await expect(fact('Space used')).toContainText(/About \d+\.\d\sMB/)

  const result = page.getByRole('status').filter({ hasText: /./ })
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(result).toHaveText('Everything is up to date.', { timeout: 60_000 })
  await expect(fact('Pictures')).toHaveText(/^(\d+) of \1$/)

  await phone.setOffline(true)
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(result).toHaveText('We couldn’t reach the server. What’s here stays as it is.')
  await expect(fact('Upcoming events')).toHaveText(/^[1-9]\d+$/)
  await phone.setOffline(false)

  await page.getByRole('button', { name: 'Remove from this device' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('What you wrote and the events you saved stay.')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(result).toHaveText('The events are no longer on this device.')
  await expect(fact('Upcoming events')).toHaveText('0')
  await expect(fact('Pictures')).toHaveText('0 of 0')

  // A visit syncs, but not what the person does not want here.
  const again = await phone.restart({ offline: false })
  await again.goto('/on-this-device')
  await expect(again.getByText('Only the events you’ve looked at are here.')).toBeVisible()
  await expect(again.locator('dd').first()).toHaveText('0')
  await again.getByRole('button', { name: 'Download all events' }).click()
  await expect(again.getByText('Everything is up to date.')).toBeVisible({ timeout: 60_000 })
  await expect(again.locator('dd').first()).toHaveText(/^[1-9]\d+$/)
})
