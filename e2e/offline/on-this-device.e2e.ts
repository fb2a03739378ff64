import { expect, settled, test } from '../support/fixtures'

test.use({ serviceWorkers: 'allow' })

const PAGE = '/on-this-device'

test('a person sees what is on the device, refreshes it, removes it, and has it again', async ({ phone }) => {
  const page = await phone.page()
  await page.goto('/events')
  await settled(page)
  await page.reload()
  await page.getByRole('contentinfo').getByRole('link', { name: 'On this device' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('On this device')
  const fact = (name: string) => page.getByRole('definition').and(page.locator(`dt:has-text("${name}") + dd`))
  await expect(fact('Events')).toHaveText(/^[1-9]\d+$/)
  await expect(fact('Updated')).toHaveText(/now|ago/)
  await expect(fact('Storage used')).toContainText(/About \d+\.\d\sMB/)

  const result = page.getByRole('status').filter({ hasText: /./ })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(result).toHaveText('The programme is up to date.', { timeout: 60_000 })
  await expect(fact('Images')).toHaveText(/^(\d+) of \1$/)

  await phone.setOffline(true)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(result).toHaveText('We couldn’t reach the server. What’s saved here stays as it is.')
  await expect(fact('Events')).toHaveText(/^[1-9]\d+$/)
  await phone.setOffline(false)

  await page.getByRole('button', { name: 'Remove from this device' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText(
    'What you wrote or saved stays: your outbox, any forms you started and your saved events.',
  )
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(result).toHaveText('The programme is no longer on this device.')
  await expect(fact('Events')).toHaveText('0')
  await expect(fact('Images')).toHaveText('0 of 0')

  // A visit syncs, but not what the person does not want here.
  const again = await phone.restart({ offline: false })
  await again.goto(PAGE)
  await expect(again.getByText('Only the events you’ve looked at are saved here')).toBeVisible()
  await expect(again.locator('dd').first()).toHaveText('0')
  await again.getByRole('button', { name: 'Save the programme' }).click()
  await expect(again.getByText('The programme is up to date.')).toBeVisible({ timeout: 60_000 })
  await expect(again.locator('dd').first()).toHaveText(/^[1-9]\d+$/)
})

test('on mobile data the page offers the images, and says that they wait for that', async ({ phone }) => {
  // Chromium on a desk says nothing of its network. In the page alone: the worker's part is tested with the sync.
  await phone.context.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { type: 'cellular' } })
  })
  const page = await phone.page()
  await page.goto('/events')
  await settled(page)
  await page.goto(PAGE)
  await expect(page.getByText('images are only downloaded when you ask for them')).toBeVisible()
  await page.getByRole('button', { name: 'Download images now' }).click()
  await expect(page.getByText('The programme is up to date.')).toBeVisible({ timeout: 60_000 })
})
