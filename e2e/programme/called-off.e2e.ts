import { adminSession, expect, settled, test } from '../support/fixtures'
import { dayIn, publishEvent } from '../support/published-event'

test.use({ serviceWorkers: 'allow' })

/** The times of an event of the whole day, so that it is on today whenever this runs. */
function today(): { start_time: string; end_time: string; is_all_day: boolean } {
  return { start_time: dayIn(0), end_time: dayIn(0), is_all_day: true }
}

test('what the team calls off on its phone is read on another without a network, after one sync', async ({
  phone,
  browser,
}) => {
  const title = `Beach market ${Date.now()}`
  const id = await publishEvent({ title, timetable: { list: [today()] } })
  const page = await phone.page()
  await page.goto('/events')
  await settled(page)
  await expect(page.getByRole('link', { name: title })).toBeVisible()

  const context = await browser.newContext({
    storageState: await adminSession(),
    viewport: { width: 390, height: 844 },
  })
  const office = await context.newPage()
  await office.goto('/backoffice/dashboard')
  const panel = office.getByRole('region', { name: 'Today' })
  await panel.getByRole('button', { name: `Call off “${title}” today` }).click()
  await expect(panel.getByRole('link', { name: `Cancelled: ${title}` })).toBeVisible()
  // Taken back within ten seconds, and called off again with a note.
  await office.getByRole('button', { name: 'Undo' }).click()
  await expect(panel.getByRole('link', { name: title, exact: true })).toBeVisible()
  await panel.getByRole('button', { name: `Set state: “${title}”` }).click()
  const dialog = office.getByRole('dialog')
  await dialog.getByLabel('State', { exact: true }).selectOption({ label: 'Postponed' })
  await dialog.getByLabel('Note').fill('Too windy, back on Sunday')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await context.close()

  // A complete replica is all that the page reads: it knows of it with the next sync.
  const note = page.getByText('Too windy, back on Sunday').first()
  await expect(async () => {
    await page.goto(`/events/${id}`)
    await expect(note).toBeVisible({ timeout: 4000 })
  }).toPass()
  await phone.setOffline(true)
  await page.reload()
  await expect(note).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Postponed: ${title}`)
  await page.goto(`/events?q=${encodeURIComponent(title)}`)
  await expect(page.getByRole('link', { name: `Postponed: ${title}` })).toBeVisible()
})
