import { asAdmin, expect, test } from './fixtures'

test('a support message is sent, and the form is empty again', async ({ page }) => {
  const message = `Where do I park a van? ${Date.now()}`
  await page.goto('/contacts')
  await page.getByLabel('First name').fill('Ana')
  await page.getByLabel('Last name').fill('Sousa')
  await page.getByLabel('Email').fill(' ana@example.pt ')
  await page.getByLabel('Topic').selectOption('Urgent Matter')
  await page.getByLabel('Message').fill(message)
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expect(page.getByText('Your message has been sent successfully!')).toBeVisible()
  await expect(page.getByLabel('Message')).toHaveValue('')
  await expect(page.getByRole('heading', { name: 'Support', exact: true })).toBeFocused()

  const { items } = (await asAdmin('/backoffice/contact-forms')) as { items: Record<string, unknown>[] }
  expect(items.filter((form) => form['message'] === message)).toMatchObject([
    { first_name: 'Ana', last_name: 'Sousa', email: 'ana@example.pt', topic: 'Urgent Matter' },
  ])
})
