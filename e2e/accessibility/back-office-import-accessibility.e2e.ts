import type { Page } from '@playwright/test'
import { axeInPairs } from '../support/axe'
import { ORIGIN, administrator, expect, test } from '../support/fixtures'
import { sentencesIn } from '../support/sentences'

test.use({ storageState: administrator, serviceWorkers: 'block' })

const AREAS = ['back-office', 'back-office-dashboard', 'back-office-event', 'event-form', 'import']
const YEAR = new Date().getUTCFullYear() + 1
// The check looks at each state in one language.
const checkPage = axeInPairs()

const event = (uid: string, title: string, more = '') =>
  `BEGIN:VEVENT\nUID:${uid}\nSUMMARY:${title}\nDESCRIPTION:An evening at the sea.\nDTSTART:${YEAR}0701T190000Z\n` +
  `DTEND:${YEAR}0701T210000Z\nLOCATION:Praia do Sul\n${more}END:VEVENT\n`
const calendar = (...events: string[]) =>
  Buffer.from(`BEGIN:VCALENDAR\nVERSION:2.0\n${events.join('')}END:VCALENDAR\n`)

async function choose(page: Page, language: 'en' | 'pt'): Promise<void> {
  await page.context().addCookies([{ name: 'lang', value: language, url: ORIGIN }])
}

test('every step of an import is accessible, with what changed, what is gone and what is wrong', async ({
  page,
}) => {
  const translate = sentencesIn('pt', AREAS)
  const press = (name: string, values?: Record<string, string>) =>
    page.getByRole('button', { name: translate(name, values), exact: true }).click()
  const read = async (name: string, buffer: Buffer) => {
    await page.goto('/backoffice/events/import')
    await press('import_new')
    await page.getByLabel(translate('import_file')).setInputFiles({ name, mimeType: 'text/calendar', buffer })
    await page.getByRole('combobox').first().fill('m')
    await page.getByRole('option').first().click()
    await page.keyboard.press('Escape')
    await press('import_continue')
  }
  await choose(page, 'pt')
  await page.goto('/backoffice/events/import')
  await press('import_new')
  await press('import_continue')
  await checkPage(page, 'a new calendar, with what is missing')

  const table = Buffer.from(`Titre;Date de debut;Lieu\nConcert;${YEAR}-07-01;Plage\n`)
  await read(`calendrier-${Date.now()}.csv`, table)
  await expect(page.getByText(translate('import_columns_needed')).first()).toBeVisible()
  await checkPage(page, 'columns that are not known')

  const name = `clube-${Date.now()}.ics`
  await read(name, calendar(event('1', 'Noite de fado'), event('2', 'Aula de surf'), event('3', 'Baile')))
  await page.getByRole('button', { name: /^Importar 3/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: translate('import_title') })).toBeFocused()
  await checkPage(page, 'an import that is done')

  const changed = calendar(
    event('1', 'Noite de fado', 'STATUS:CANCELLED\n'),
    event('2', 'Otorrinolaringologista'.repeat(4)),
    event('4', 'Mercado'),
    event('5', 'Sem data').replace(/DTSTART.*\n/, ''),
    event('6', 'ab'),
  )
  const choosing = page.waitForEvent('filechooser')
  await press('import_again_file_of', { name })
  await (await choosing).setFiles({ name, mimeType: 'text/calendar', buffer: changed })
  await expect(page.getByText(translate('import_vanished'))).toBeVisible()
  await press('import_count_unreadable', { n: '2' })
  await checkPage(page, 'what an import will do')
})

test('the notes of a night are accessible, on the dashboard and beside their calendars', async ({ page }) => {
  const translate = sentencesIn('en', AREAS)
  const id = '11111111-1111-4111-8111-111111111111'
  const name = 'Sociedade Filarmónica Cultural da Ericeira, programa de verão'
  const readAt = Math.floor(Date.now() / 1000) - 3 * 3600
  const findings = { added: 12, changed: 3, unsure: 1, unreadable: 1, vanished: 2 }
  const none = { added: 0, changed: 0, unsure: 0, unreadable: 0, vanished: 0 }
  const unread = { id: id.replaceAll('1', '2'), name: 'Library', read_at: readAt }
  const notes = [
    { id, name, read_at: readAt, findings },
    { ...unread, findings: { ...none, trouble: 'refused' } },
  ]
  // A night cannot be waited for: what the server says after one is put into its replies.
  await page.route('**/api/v1/backoffice/overview', async (route) => {
    const { data, ...reply } = (await (await route.fetch()).json()) as { data: object }
    await route.fulfill({ json: { ...reply, data: { ...data, imports: notes } } })
  })
  await page.route('**/api/v1/backoffice/imports', (route) =>
    route.fulfill({
      json: {
        data: {
          items: notes.map((note) => ({
            ...note,
            url: `https://example.com/${note.id}.ics`,
            events: 40,
            on_review: 7,
            is_nightly: true,
            is_news: true,
            defaults: {
              location_name: name,
              latitude: 38.96,
              longitude: -9.41,
              tag_keys: ['music'],
              email: '',
            },
          })),
        },
      },
    }),
  )
  await choose(page, 'en')
  await page.goto('/backoffice/dashboard')
  await expect(page.getByRole('region', { name: translate('admin_dashboard_imports') })).toBeVisible()
  await checkPage(page, 'dashboard, with notes of a night')
  await page.goto('/backoffice/events/import')
  for (const action of ['import_seen_of', 'import_again_of'])
    await expect(page.getByRole('button', { name: translate(action, { name }) })).toBeVisible()
  await checkPage(page, 'calendars, with notes of a night')
})
