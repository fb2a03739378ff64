import type { Page } from '@playwright/test'
import { jpeg } from '../../tests/support/server/images'
import { axeInPairs } from '../support/axe'
import { ORIGIN, administrator, asAdmin, expect, test } from '../support/fixtures'
import { announce, dayIn, publishEvent, submitForReview } from '../support/published-event'
import { sentencesIn } from '../support/sentences'

test.use({ storageState: administrator })

// The check looks at each state in one language.
const checkPage = axeInPairs()
const AREAS = [
  'back-office',
  'back-office-dashboard',
  'back-office-event',
  'back-office-events',
  'event-form',
  'import',
]

async function choose(page: Page, language: string): Promise<void> {
  await page.context().addCookies([{ name: 'lang', value: language, url: ORIGIN }])
}

const submit = (title: string, changes: Record<string, unknown> = {}) =>
  submitForReview({
    title,
    email: `${'long-address-'.repeat(4)}x@example.com`,
    price: 7.5,
    info_links: [{ type: 'web_url', data: `https://example.com/${'a-long-path-'.repeat(12)}` }],
    tag_keys: ['music', 'surf'],
    ...changes,
  })

const weekly = {
  repeated: {
    days: [2, 4],
    start_hour: 9,
    start_minute: 0,
    end_hour: 11,
    end_minute: 30,
    period_start_date: dayIn(2),
    period_end_date: dayIn(300),
    is_all_day: false,
  },
}

test('the events list and its dialogs are accessible', async ({ page }) => {
  const translate = sentencesIn('en', AREAS)
  const word = `x${Date.now()}`
  await submit(`${'Otorrinolaringologista'.repeat(3)} ${word}`)
  await submit(`Aulas de surf ${word}`, { timetable: weekly })
  const gone = await submit(`Mercado ${word}`, { photo: (await jpeg()).toString('base64') })
  await choose(page, 'en')
  const dialog = page.getByRole('alertdialog')
  const bar = page.getByRole('region', { name: translate('admin_events_selection') })
  const open = async (name: string) => {
    await bar.getByRole('button', { name: translate(name), exact: true }).click()
    await expect(dialog).toBeVisible()
  }

  await page.goto(`/backoffice/events?q=${word}`)
  await expect(page.getByRole('list', { name: 'Events' }).getByRole('heading')).toHaveCount(3)
  await checkPage(page, 'events list')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: translate('admin_command_label') }).fill(word)
  await expect(page.getByRole('option').first()).toBeVisible()
  await checkPage(page, 'search for anything')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  for (const box of await page.getByRole('list', { name: 'Events' }).getByRole('checkbox').all())
    await box.check()
  await checkPage(page, 'selected events')
  for (const action of ['admin_approve', 'admin_reject', 'admin_events_delete']) {
    await open(action)
    await checkPage(page, `dialog of ${action}`)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
  await asAdmin(`/backoffice/events/${gone}`, { method: 'DELETE' })
  await open('admin_events_delete')
  await dialog.getByRole('button', { name: translate('admin_events_delete') }).click()
  await expect(page.locator('[data-sonner-toast]').filter({ hasText: 'Mercado' })).toBeVisible()
  await checkPage(page, 'a batch that failed for one')

  await page.goto(`/backoffice/events?q=${word}nothing&person=ana`)
  await expect(page.getByText('No events found')).toBeVisible()
  await page.getByRole('textbox', { name: translate('admin_events_person'), exact: true }).fill('!')
  await page.keyboard.press('Enter')
  await expect(page.locator('[aria-invalid=true]')).toBeFocused()
  await checkPage(page, 'no events, all filters, a search without words')
  await page.route('**/api/v1/backoffice/events?*', (route) => route.abort())
  await page.goto('/backoffice/events')
  await expect(page.getByText(translate('admin_events_failed'))).toBeVisible({ timeout: 20_000 })
  await checkPage(page, 'events not loaded')
  await page.context().setOffline(true)
  await expect(page.getByText(translate('admin_offline_title'))).toBeVisible()
  await checkPage(page, 'offline')
})

test('an event, its review and its edit are accessible', async ({ page }) => {
  const translate = sentencesIn('pt', AREAS)
  const button = (name: string) => page.getByRole('button', { name: translate(name), exact: true })
  const title = `Grande festival de música, gastronomia e artes do mar ${Date.now()}`
  // The event is on the same days, whatever day it is today.
  await submit(title, { timetable: weekly })
  const photo = (await jpeg('#aa8833', 480, 640)).toString('base64')
  const id = await submit(title, { photo, timetable: weekly })
  await choose(page, 'pt')
  await page.goto(`/backoffice/events/${id}?queue=on`)
  await expect(page.getByText(translate('admin_event_duplicates_title'))).toBeVisible()
  await checkPage(page, 'event on review, with likely duplicates')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toBeVisible()
  await checkPage(page, 'keyboard shortcuts')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('r')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await checkPage(page, 'rejection')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await button('admin_event_delete').click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await checkPage(page, 'deletion')

  await page.goto(`/backoffice/events/${id}/edit`)
  const field = (name: string) => page.getByLabel(translate(name), { exact: true })
  await field('form_title').fill('ab')
  await button('admin_edit_submit').click()
  await expect(field('form_title')).toHaveAttribute('aria-invalid', 'true')
  await checkPage(page, 'edit with an error')
  await field('form_title').fill('O meu título')
  await page
    .locator('input[type=file]:not([capture])')
    .setInputFiles({ name: 'mar.jpg', mimeType: 'image/jpeg', buffer: await jpeg('#3366aa') })
  const { revision, ...theirs } = (await asAdmin(`/backoffice/events/${id}`)) as Record<string, unknown>
  await asAdmin(`/backoffice/events/${id}`, {
    method: 'PUT',
    data: {
      title: 'O título de outra pessoa',
      description: 'Uma descrição de outra pessoa.',
      location_name: theirs['location_name'],
      latitude: theirs['latitude'],
      longitude: theirs['longitude'],
      timetable: weekly,
      tag_keys: ['festival'],
      price: 12,
      photo: (await jpeg('#aa3366')).toString('base64'),
      revision,
    },
  })
  await button('admin_edit_submit').click()
  await expect(page.getByRole('heading', { name: translate('conflict_title') })).toBeFocused()
  for (const side of ['conflict_mine', 'conflict_theirs'])
    await expect(page.getByAltText(`${translate('form_photo')}: ${translate(side)}`)).toBeVisible()
  await checkPage(page, 'two edits of one event')

  await page.goto(`/backoffice/events/new?from=${id}`)
  await expect(button('admin_edit_create_submit')).toBeVisible()
  await checkPage(page, 'duplicate')
  await page.goto('/backoffice/events/00000000-0000-4000-8000-000000000000')
  await expect(page.getByText(translate('admin_event_not_found'))).toBeVisible()
  await checkPage(page, 'no such event')
})

test('the dashboard, the activity log and the start of an import are accessible', async ({ page }) => {
  const translate = sentencesIn('pt', AREAS)
  const id = await submit(`Noite de fado ${Date.now()}`)
  const rejection = { action: 'reject', reason: 'Falta o local: sem ele ninguém encontra o evento.' }
  await asAdmin(`/backoffice/events/${id}/review`, { method: 'POST', data: rejection })
  await choose(page, 'pt')
  await page.goto('/backoffice/dashboard')
  await expect(page.getByText(translate('admin_dashboard_all_well'), { exact: true })).toBeVisible()
  await checkPage(page, 'dashboard')
  await page.goto('/backoffice/activity')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await checkPage(page, 'activity log')
})

test('saying what has become of an event is accessible, also when a colleague was faster', async ({
  page,
}) => {
  const translate = sentencesIn('pt', AREAS)
  const title = `Noite de fado ${Date.now()}`
  const id = await publishEvent({ title })
  await choose(page, 'pt')
  await page.goto(`/backoffice/events/${id}`)
  await page.getByRole('button', { name: translate('admin_state_set_of', { title }) }).click()
  const dialog = page.getByRole('dialog')
  const press = (name: string) => dialog.getByRole('button', { name: translate(name), exact: true }).click()
  await dialog
    .getByRole('combobox', { name: translate('admin_state_state'), exact: true })
    .selectOption('cancelled')
  const note = dialog.getByRole('textbox', { name: translate('admin_state_note') })
  await note.fill('O mar está bravo. '.repeat(8))
  await press('admin_state_save')
  await expect(note).toHaveAttribute('aria-invalid', 'true')
  await checkPage(page, 'state of an event, with an error')
  await note.fill('O mar está bravo.')
  await announce(id, 'postponed', 'Fica para amanhã.')
  await press('admin_state_save')
  await expect(dialog.getByRole('button', { name: translate('admin_state_save_mine') })).toBeVisible()
  await checkPage(page, 'state of an event that a colleague has changed')
  await press('admin_state_save_mine')
  await expect(dialog).toBeHidden()
  await expect(page.getByText(translate('admin_state_saved'), { exact: true })).toBeVisible()
  await checkPage(page, 'event that was called off')

  const today = { start_time: dayIn(0), end_time: dayIn(1), is_all_day: true }
  await publishEvent({ title: `Feira ${title}`, timetable: { list: [today] } })
  await page.goto('/backoffice/dashboard')
  await page
    .getByRole('button', { name: translate('admin_call_off_of', { title: `Feira ${title}` }) })
    .click()
  await expect(page.getByText(translate('admin_state_saved'), { exact: true })).toBeVisible()
  await checkPage(page, 'dashboard, with an event that was called off')
})
