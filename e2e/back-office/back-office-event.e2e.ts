import { jpeg } from '../../tests/support/server/images'
import { publishEvent, submitForReview } from '../support/published-event'
import { administrator, asAdmin, expect, test } from '../support/fixtures'
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

test('an event is edited with a photo and a price, and its page shows them', async ({ page }) => {
  const id = await submitForReview({ title: `Edited ${Date.now()}` })
  await page.goto(`/backoffice/events/${id}`)
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Title', { exact: true }).fill('A better title')
  await page
    .locator('input[type=file]:not([capture])')
    .setInputFiles({ name: 'IMG_0002.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto() })
  await page.getByAltText('Preview of your photo').waitFor()
  await page.getByText(/^Additional Information/).click()
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
})

test('the queue of a list is reviewed without the mouse, and a slip is undone from anywhere', async ({
  page,
}) => {
  const run = Date.now()
  for (let number = 0; number < 4; number += 1) await submitForReview({ title: `Queued ${run} ${number}` })
  // The queue has the oldest first; those of one second are in any order.
  const { items: queue } = (await asAdmin(`/backoffice/events?status=ON_REVIEW&q=${run}&sort=oldest`)) as {
    items: Stored[]
  }
  const ids = queue.map(({ id }) => id)
  const titleOf = (index: number) => queue.at(index)?.title ?? ''
  await page.goto(`/backoffice/events?q=${run}`)
  await page.getByRole('list', { name: 'Events' }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(titleOf(0))
  await expect(page.getByText('1 of 4 on review')).toBeVisible()

  await page.keyboard.press('j')
  await expect(heading).toHaveText(titleOf(1))
  await page.keyboard.press('k')
  await expect(heading).toHaveText(titleOf(0))
  await expect(heading).toBeFocused()

  await page.keyboard.press('a')
  await expect(heading).toHaveText(titleOf(1))
  await expect(page.getByText('1 of 3 on review')).toBeVisible()
  await page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Tags' }).click()
  await expect(heading).toHaveText('Tags')
  await page.keyboard.press('u')
  await expect(page.getByText(`“${titleOf(0)}” is on review again`)).toBeVisible()
  expect(await stored(ids[0] ?? '')).toMatchObject({ status: 'ON_REVIEW' })

  await page.goto(`/backoffice/events/${ids[1]}?q=${run}`)
  await expect(page.getByText('2 of 4 on review')).toBeVisible()
  // A colleague is faster: the next is still the next.
  await asAdmin(`/backoffice/events/${ids[1]}/review`, { method: 'POST', data: { action: 'approve' } })
  await page.keyboard.press('a')
  await expect(page.getByText('The event has changed in the meantime. This is how it is now.')).toBeVisible()
  await expect(page.getByRole('article').getByText('Published', { exact: true }).first()).toBeVisible()
  await page.keyboard.press('j')
  await expect(heading).toHaveText(titleOf(2))

  await page.keyboard.press('r')
  await expect(page.getByLabel('Reason')).toBeFocused()
  await page.keyboard.type('Are you sure?')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await page.keyboard.press('r')
  await expect(page.getByLabel('Reason')).toHaveValue('Are you sure?')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Event rejected successfully')).toBeVisible()
  await expect(heading).toHaveText(titleOf(3))
  expect(await Promise.all(ids.map(async (id) => (await stored(id)).status))).toEqual([
    'ON_REVIEW',
    'PUBLISHED',
    'REJECTED',
    'ON_REVIEW',
  ])
})

test('an event is repeated on a new date, with its photo', async ({ page }) => {
  const first = `First ${Date.now()}`
  const id = await publishEvent({ title: first, photo: (await jpeg('#2266aa')).toString('base64') })
  await page.goto(`/backoffice/events/${id}`)
  await page.getByRole('link', { name: 'Duplicate', exact: true }).click()
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue(first)
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

for (const [width, height] of [
  [390, 844],
  [1280, 800],
] as const)
  test(`at ${width} px the note of a review covers neither the buttons nor the keys of the next`, async ({
    page,
  }) => {
    const run = Date.now()
    for (let number = 0; number < 2; number += 1) await submitForReview({ title: `Covered ${run} ${number}` })
    const { items } = (await asAdmin(`/backoffice/events?status=ON_REVIEW&q=${run}&sort=oldest`)) as {
      items: Stored[]
    }
    await page.setViewportSize({ width, height })
    await page.goto(`/backoffice/events/${items[0]?.id}?q=${run}`)
    await page.getByText('1 of 2 on review').waitFor()
    await page.getByRole('button', { name: 'Approve', exact: true }).waitFor()
    await page.keyboard.press('a')
    await expect(page.getByText('1 of 1 on review')).toBeVisible()
    const toast = page.locator('[data-sonner-toast]')
    await expect(toast).toBeVisible()
    // It comes up from below.
    await toast.evaluate((note) =>
      Promise.all(note.getAnimations().map(({ finished }) => finished)).then(() => undefined),
    )
    const parts = [
      page.getByRole('button', { name: 'Approve', exact: true }),
      page.getByRole('button', { name: 'Reject', exact: true }),
      ...(width > 1000 ? [page.locator('kbd', { hasText: 'a' })] : []),
    ]
    for (const part of parts) expect(await part.first().evaluate(isOnTop)).toBe(true)
  })

/** Runs in the page: whether a press in the middle of an element meets it. */
function isOnTop(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
}
