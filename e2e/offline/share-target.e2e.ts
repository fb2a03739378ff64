import type { Page } from '@playwright/test'
import { ORIGIN, expect, settled, test } from '../support/fixtures'

// Another app shares into this one (manifest, share_target). The system posts a form, as these pages do.

test.use({ serviceWorkers: 'allow' })

const ELSEWHERE = 'http://elsewhere.test/'
const SHARED = { title: 'Concert on the pier', text: 'Friday at nine', url: 'https://pier.example/friday' }

/** Runs in the page: posts these texts to the form. */
function postForm([action, texts]: readonly [string, Record<string, string>]): void {
  const form = Object.assign(document.createElement('form'), {
    action,
    method: 'post',
    enctype: 'multipart/form-data',
  })
  for (const [name, value] of Object.entries(texts))
    form.append(Object.assign(document.createElement('input'), { name, value }))
  document.body.append(form)
  form.submit()
}

async function share(page: Page, texts: Record<string, string> = SHARED): Promise<void> {
  await page.evaluate(postForm, [`${ORIGIN}/add-event`, texts] as const)
  await page.waitForURL(`${ORIGIN}/add-event`)
  await page.locator('main form:not([inert] *)').getByLabel('Contact email').waitFor()
}

const title = (page: Page) => page.getByLabel('Title', { exact: true })

test('shared text fills the form with no network, and what was being written stays', async ({
  page,
  context,
}) => {
  await page.goto('/add-event')
  await settled(page)
  await page.locator('main form:not([inert] *)').getByLabel('Contact email').waitFor()
  await title(page).fill('Market of the village')
  await page.getByRole('button', { name: 'Save as a draft and start another event' }).click()
  const drafts = page.getByRole('region', { name: 'Continue a draft' })
  await expect(drafts).toContainText('Market of the village')
  await context.setOffline(true)
  await share(page)
  await expect(page.getByText('What you shared is in the form.')).toBeVisible()
  await expect(title(page)).toHaveValue(SHARED.title)
  await expect(page.getByLabel('Description', { exact: true })).toHaveValue(SHARED.text)
  await expect(page.getByLabel('Website')).toHaveValue(SHARED.url)
  await expect(drafts).toContainText('Market of the village')
})

test('another site that posts to the form fills in nothing', async ({ page, context }) => {
  await page.goto('/add-event')
  await settled(page)
  await context.route(`${ELSEWHERE}**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<body></body>' }),
  )
  await page.goto(ELSEWHERE)
  await share(page)
  await expect(title(page)).toHaveValue('')
})

test('another site that hides where it is fills a form of its own, and what was being written stays as it is', async ({
  page,
  context,
}) => {
  await page.goto('/add-event')
  await settled(page)
  await page.locator('main form:not([inert] *)').getByLabel('Contact email').waitFor()
  await title(page).fill('Market of the village')
  await page.getByRole('button', { name: 'Save as a draft and start another event' }).click()
  const drafts = page.getByRole('region', { name: 'Continue a draft' })
  await expect(drafts).toContainText('Market of the village')
  await context.route(`${ELSEWHERE}**`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<meta name="referrer" content="no-referrer"><body></body>',
    }),
  )
  await page.goto(ELSEWHERE)
  // As far as the worker sees, the system has shared it.
  await share(page)
  await expect(title(page)).toHaveValue(SHARED.title)
  await drafts.getByRole('button', { name: 'Open “Market of the village”' }).click()
  await expect(title(page)).toHaveValue('Market of the village')
  await expect(page.getByLabel('Description', { exact: true })).toHaveValue('')
})
