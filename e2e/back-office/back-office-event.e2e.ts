import { submission } from '../../tests/support/server/submissions'
import { ORIGIN, adminSession, administrator, asAdmin, expect, test } from '../support/fixtures'
import { phonePhoto } from '../support/photos'

test.use({ storageState: administrator })

interface Stored {
  id: string
  title: string
  status: string
  description: string
  photo?: string
  price?: number
}

const stored = async (id: string) => (await asAdmin(`/backoffice/events/${id}`)) as Stored

async function submitted(title: string): Promise<string> {
  const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  const timetable = {
    list: [{ start_time: `${day} 19:00:00`, end_time: `${day} 21:00:00`, is_all_day: false }],
  }
  const { photo: _, ...body } = submission({ title, timetable, tag_keys: ['music'] })
  const response = await fetch(`${ORIGIN}/api/v1/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify(body),
  })
  expect(response.status, await response.clone().text()).toBe(201)
  return ((await response.json()) as { data: { id: string } }).data.id
}

test(
  'an event is edited with a photo and a price, and its page shows them',
  { tag: '@gate' },
  async ({ page }) => {
    const id = await submitted(`Edited ${Date.now()}`)
    await page.goto(`/backoffice/events/${id}`)
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await page.getByLabel('Title', { exact: true }).fill('A better title')
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'IMG_0002.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto() })
    await page.getByAltText('Preview of your photo').waitFor()
    await page.getByRole('button', { name: /Additional Information/ }).click()
    await page.getByRole('radio', { name: 'Amount' }).check()
    await page.getByLabel('Price (EUR)').fill('7,50')
    await page.getByRole('button', { name: 'Update Event' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'A better title' })).toBeVisible()
    await expect(page.getByAltText('Photo of “A better title”')).toBeVisible()
    expect(await stored(id)).toMatchObject({ title: 'A better title', price: 7.5, status: 'ON_REVIEW' })

    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await page.getByRole('button', { name: 'Remove photo' }).click()
    await page.getByRole('button', { name: 'Update Event' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'A better title' })).toBeVisible()
    expect(await stored(id)).not.toHaveProperty('photo')
  },
)

test('of two administrators who edit one event neither overwrites the other', async ({ page, browser }) => {
  const id = await submitted(`Both ${Date.now()}`)
  const storageState = await adminSession()
  const other = await (await browser.newContext({ baseURL: ORIGIN, storageState })).newPage()
  for (const desk of [page, other]) {
    await desk.goto(`/backoffice/events/${id}/edit`)
    await desk.getByLabel('Title', { exact: true }).waitFor()
  }
  await other.getByLabel('Title', { exact: true }).fill('The title of the other')
  await other.getByLabel('Description', { exact: true }).fill('The description of the other.')
  await other.getByRole('button', { name: 'Update Event' }).click()
  await expect(other.getByRole('heading', { level: 1, name: 'The title of the other' })).toBeVisible()

  await page.getByLabel('Title', { exact: true }).fill('My own title')
  await page.getByRole('button', { name: 'Update Event' }).click()
  await expect(page.getByRole('heading', { name: /Someone else has changed this event/ })).toBeVisible()
  expect(await stored(id), 'nothing was overwritten').toMatchObject({ title: 'The title of the other' })
  await expect(page.getByRole('group', { name: 'Title' })).toContainText('The title of the other')
  await expect(page.getByRole('button', { name: 'Title: Yours' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('button', { name: 'Description: Theirs' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await page.getByRole('button', { name: 'Continue with these' }).click()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('My own title')
  await page.getByRole('button', { name: 'Update Event' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My own title' })).toBeVisible()
  expect(await stored(id)).toMatchObject({
    title: 'My own title',
    description: 'The description of the other.',
  })
  await other.context().close()
})

test('the queue is reviewed without the mouse, and a slip is undone', async ({ page }) => {
  const run = Date.now()
  for (let number = 0; number < 4; number += 1) await submitted(`Queued ${run} ${number}`)
  // The newest is first in the queue; of those of one second any.
  const onReview = (await asAdmin('/backoffice/events?status=ON_REVIEW&per_page=100')) as { items: Stored[] }
  const queue = onReview.items.filter(({ title }) => title.startsWith(`Queued ${run}`))
  const ids = queue.map(({ id }) => id)
  const titleOf = (index: number) => queue.at(index)?.title ?? ''
  const [newest = ''] = ids
  await page.goto(`/backoffice/events/${newest}`)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(titleOf(0))
  await expect(page.getByText(/of \d+\+? on review/)).toBeVisible()

  await page.keyboard.press('j')
  await expect(heading).toHaveText(titleOf(1))
  await page.keyboard.press('k')
  await expect(heading).toHaveText(titleOf(0))
  await expect(heading).toBeFocused()

  await page.keyboard.press('a')
  await expect(heading).toHaveText(titleOf(1))
  await page.keyboard.press('u')
  await expect(heading).toHaveText(titleOf(0))
  expect(await stored(newest)).toMatchObject({ status: 'ON_REVIEW' })

  for (let index = 0; index < 3; index += 1) {
    await expect(heading).toHaveText(titleOf(index))
    await page.keyboard.press('a')
  }
  await expect(heading).toHaveText(titleOf(3))
  await page.keyboard.press('r')
  await expect(page.getByLabel('Reason')).toBeFocused()
  await page.keyboard.type('Are you sure?')
  // Past the saved sentences.
  for (let tab = 0; tab < 40; tab += 1) {
    await page.keyboard.press('Tab')
    if (await page.getByRole('alertdialog').getByRole('button', { name: 'Reject' }).evaluate(isFocused)) break
  }
  await page.keyboard.press('Enter')
  await expect(page.getByText('Event rejected successfully')).toBeVisible()
  for (const id of ids) expect((await stored(id)).status).toBe(id === ids.at(-1) ? 'REJECTED' : 'PUBLISHED')
})

/** Runs in the page. */
function isFocused(element: Element): boolean {
  return element === document.activeElement
}

test('an event is repeated on a new date, with its photo', async ({ page }) => {
  const events = (await asAdmin('/backoffice/events?status=PUBLISHED&per_page=100')) as { items: Stored[] }
  const original = events.items.find(({ photo }) => photo !== undefined)
  await page.goto(`/backoffice/events/${original?.id}`)
  await page.getByRole('link', { name: 'Duplicate', exact: true }).click()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue(original?.title ?? '')
  const title = `Again ${Date.now()}`
  await page.getByLabel('Title', { exact: true }).fill(title)
  await page.getByRole('button', { name: 'Create Event' }).click()
  await expect(page.getByText('Please fill in all required time fields')).toBeVisible()
  await page.getByRole('tab', { name: 'One-time' }).click()
  const day = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)
  await page.getByLabel('Start date').fill(day)
  await page.getByLabel('End date').fill(day)
  await page.getByRole('button', { name: 'Create Event' }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByAltText(`Photo of “${title}”`)).toBeVisible()
})
