import { ENDPOINTS } from '../../src/contract/endpoints'
import { ORIGIN, expect, test } from '../support/fixtures'

test('the reference page shows every call, runs under our policy and asks nobody else', async ({ page }) => {
  const otherOrigins: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(`${ORIGIN}/`) && !request.url().startsWith('data:'))
      otherOrigins.push(request.url())
  })
  await page.goto('/api/v1/docs')
  await expect(page.locator('.opblock')).toHaveCount(Object.keys(ENDPOINTS).length)
  await page.locator('.opblock-summary-control').first().click()
  await expect(page.getByText('Responses').first()).toBeVisible()
  for (const name of ['Try it out', 'Authorize'])
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
  expect(otherOrigins).toEqual([])
})
