import { expect, settled, test } from '../support/fixtures'

// Another app shares into this one (manifest, share_target). The system posts a form, as this page does.

test.use({ serviceWorkers: 'allow' })

const SHARED = { title: 'Concert on the pier', text: 'Friday at nine', url: 'https://pier.example/friday' }

test('shared text fills the form with no network, and what was being written stays', async ({
  page,
  context,
}) => {
  const form = page.locator('main form:not([inert] *)')
  const title = page.getByLabel('Title', { exact: true })
  await page.goto('/add-event')
  await settled(page)
  await form.getByLabel('Contact email').waitFor()
  await title.fill('Market of the village')
  await context.setOffline(true)
  await page.evaluate(postForm, SHARED)
  await page.waitForURL((url) => url.pathname === '/add-event' && url.search === '')
  await expect(page.getByText('What you shared is in the form.')).toBeVisible()
  await expect(title).toHaveValue(SHARED.title)
  await expect(page.getByLabel('Description', { exact: true })).toHaveValue(SHARED.text)
  await expect(page.getByLabel('Website')).toHaveValue(SHARED.url)
  await page.getByRole('button', { name: 'Open “Market of the village”' }).click()
  await expect(title).toHaveValue('Market of the village')
  await expect(page.getByLabel('Description', { exact: true })).toHaveValue('')
})

/** Runs in the page: posts these texts to the form. */
function postForm(texts: Record<string, string>): void {
  const form = Object.assign(document.createElement('form'), {
    action: '/add-event',
    method: 'post',
    enctype: 'multipart/form-data',
  })
  for (const [name, value] of Object.entries(texts))
    form.append(Object.assign(document.createElement('input'), { name, value }))
  document.body.append(form)
  form.submit()
}
