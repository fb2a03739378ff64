import { expectAccessible } from '../support/axe'
import { expect, settled, test } from '../support/fixtures'
import { publishEvent } from '../support/published-event'

test.use({ serviceWorkers: 'allow' })

test('events are found by words without a network, and Back restores what was found', async ({ phone }) => {
  const stamp = String(Date.now())
  const title = `Noite de Zarabatana à Solta ${stamp}`
  await publishEvent({ title })
  const page = await phone.page()
  await page.goto('/events')
  await settled(page)
  await page.reload()
  await phone.setOffline(true)
  await page.reload()

  const field = page.getByRole('searchbox', { name: 'Search events' })
  await field.fill(`a solta ZARABAT ${stamp.slice(0, 12)}`)
  const cards = page.locator('main [data-event]')
  await expect(cards).toHaveCount(1)
  await expect(page.getByRole('region', { name: 'Events' }).getByRole('status').first()).toHaveText('1 event')
  await expect(page).toHaveURL(/q=a\+solta\+ZARABAT/)
  await expectAccessible(page, 'the list, searched')

  await cards.getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await page.goBack()
  await expect(cards).toHaveCount(1)
  await expect(field).toHaveValue(/ZARABAT/)

  await field.fill('Zarabtana')
  await expect(page.getByRole('heading', { name: 'Did you mean one of these?' })).toBeVisible()
  await expectAccessible(page, 'the list, with nothing found')
})

test('a search from the home page leads to the list, also without script', async ({ browser }) => {
  await publishEvent({ title: `Quermesse ${Date.now()}` })
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/')
  await page.getByRole('searchbox').fill('quermess')
  await page.getByRole('searchbox').press('Enter')
  await expect(page).toHaveURL(/\/events\?q=quermess/)
  await expect(page.getByRole('article').first()).toContainText('Quermesse')
  await context.close()
})
