import { LANGUAGES, axeIn, expectRoomForLargeText, holdTimers } from '../support/axe'
import { eventOfOrganiser } from '../support/accounts'
import { submitAndReadMail } from '../support/event-mail'
import { ORIGIN, administrator, asAdmin, expect, hydrated, settled, test } from '../support/fixtures'
import { PROGRAMME, holdRequests } from '../support/held-requests'
import { announce, dayIn, photoOf, publishEvent } from '../support/published-event'
import { sentencesIn } from '../support/sentences'

const PAGES = [
  '/',
  '/events',
  '/add-event',
  '/outbox',
  '/on-this-device',
  '/saved',
  '/contacts',
  '/privacy',
  '/terms',
  '/eula',
  '/download',
  '/promo',
  '/tides',
  '/week',
  '/week-mail',
  '/events?view=agenda',
  '/week-mail#confirm=00000000-0000-4000-8000-000000000000.token',
  '/events?view=map',
  '/events?q=nothing+like+it',
  '/no-such-page',
  '/events/no-such-event',
  '/login',
  '/register',
  '/reset-password?token=x',
]
const AREAS = [
  'app',
  'calendar',
  'events',
  'event',
  'event-form',
  'home',
  'support',
  'outbox',
  'shell',
  'problems',
]

test.describe('signed in as an administrator', () => {
  test.use({ storageState: administrator, serviceWorkers: 'block' })

  test('a page of each kind is accessible', { tag: '@gate' }, async ({ page }) => {
    const id = await publishEvent({})
    const checkPage = axeIn([[390, 'light']])
    const own = [
      '/add-event',
      '/outbox',
      '/on-this-device',
      '/profile',
      `/backoffice/events/${id}`,
      '/backoffice/events',
    ]
    for (const path of ['/', '/events', `/events/${id}`, '/week', '/contacts', '/terms', ...own]) {
      await page.goto(path)
      // The back office is rendered by the browser alone.
      if (!path.startsWith('/backoffice')) await hydrated(page)
      await checkPage(page, path)
    }
  })
})

for (const { language, newCheck } of LANGUAGES) {
  const translate = sentencesIn(language, AREAS)
  const checkPage = newCheck()

  test.describe(`in the language ${language}`, () => {
    // The test cannot hold or drop the worker's responses.
    test.use({ serviceWorkers: 'block' })
    test.beforeEach(({ context }) => context.addCookies([{ name: 'lang', value: language, url: ORIGIN }]))

    test('every public page is accessible, also with text twice as large', async ({ page, server }) => {
      const { slug } = await eventOfOrganiser(server, 'Lesson')
      await publishEvent({ location_name: 'Praia do Sul - Ericeira' })
      for (const path of [...PAGES, '/places/praia-do-sul', `/organisers/${slug}`, '/organisers/nobody']) {
        await test.step(path, async () => {
          await page.goto(path)
          await hydrated(page)
          await checkPage(page, path)
          await expectRoomForLargeText(page, path)
        })
      }
    })

    test('every state of home and of the list is accessible', async ({ page, context }) => {
      const events = await holdRequests(page, PROGRAMME)
      const open = async (path: '/' | '/events') => {
        await page.goto('/terms')
        await hydrated(page)
        const place = path === '/' ? 'header' : 'footer'
        await page.locator(`${place} a[href="${path}"]`).first().click()
      }
      for (const path of ['/', '/events'] as const) {
        await open(path)
        await expect(page.getByText(translate('events_loading'))).toBeAttached()
        await checkPage(page, `${path}, loading`)
      }
      await events.drop()
      for (const path of ['/', '/events'] as const) {
        await open(path)
        await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
        await checkPage(page, `${path}, not loaded`)
      }
      await events.letThrough()

      await page.goto('/events?tags=no-such-tag')
      await hydrated(page)
      await expect(page.getByRole('heading', { name: translate('events_none') })).toBeVisible()
      await checkPage(page, 'no events')
      const day = dayIn(1)
      await page.goto(`/events?filters=true&tags=surf,music&from=${day}&to=${day}`)
      await expect(page).not.toHaveURL(/filters/)
      await checkPage(page, 'filters open')
      const tags = page.getByRole('combobox', { name: translate('events_tags') })
      await tags.click()
      await expect(page.getByRole('option').first()).toBeVisible()
      await checkPage(page, 'tag picker open')
      await tags.fill('zzz')
      await expect(page.getByRole('option')).toHaveText([translate('events_tags_none')])
      await checkPage(page, 'tag picker, no options')
      await page.keyboard.press('Escape')

      await page.goto('/events')
      await hydrated(page)
      await page
        .getByRole('banner')
        .getByRole('button', { name: translate('shell_more') })
        .click()
      await expect(
        page.getByRole('banner').getByRole('link', { name: translate('support_title') }),
      ).toBeVisible()
      await checkPage(page, 'menu open')
      await page.keyboard.press('Escape')
      await context.setOffline(true)
      await expect(page.getByText(translate('app_offline_title')).first()).toBeVisible()
      await checkPage(page, 'offline')
      await context.setOffline(false)
    })

    test('what is called off or on after all is accessible, and so are its menus', async ({ page }) => {
      const day = dayIn(200)
      const list = [{ start_time: `${day} 19:00:00`, end_time: `${day} 21:00:00`, is_all_day: false }]
      const off = await publishEvent({ title: 'Contest', timetable: { list } })
      await announce(off, 'cancelled', 'No swell')
      const on = await publishEvent({ title: 'Market', timetable: { list } })
      await announce(on, 'on', 'In the hall')
      await page.goto(`/events?from=${day}&to=${day}`)
      await hydrated(page)
      await expect(page.getByText('In the hall').first()).toBeVisible()
      await checkPage(page, 'states in the list')
      await page.getByRole('button', { name: translate('feed_subscribe') }).click()
      await expect(page.getByRole('link', { name: translate('feed_calendar') })).toBeVisible()
      await checkPage(page, 'subscribe menu open')
      await page.goto(`/events/${off}`)
      await hydrated(page)
      await checkPage(page, 'a cancelled event')
      await page.goto(`/events/${on}`)
      await hydrated(page)
      await page.getByRole('button', { name: translate('calendar_add') }).click()
      await expect(page.getByRole('link', { name: translate('calendar_file') })).toBeVisible()
      await checkPage(page, 'an event that is on after all, calendar menu open')
    })

    test('every state of an event is accessible', async ({ page, context, server }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      const id = await publishEvent({
        title: 'Otorrinolaringologista '.repeat(4),
        photo: await photoOf(900, 1200),
      })
      await page.goto(`/events/${id}`)
      await hydrated(page)
      await checkPage(page, 'an event')
      await page.getByRole('link', { name: translate('event_show_photo') }).click()
      await expect(page.getByRole('dialog').getByRole('img')).toBeVisible()
      await checkPage(page, 'its photo')
      await page.keyboard.press('Escape')

      const requests = await holdRequests(page, '**/api/v1/events/*')
      // It is published while the programme cannot be brought up to date: the device does not have it.
      const unknown = await publishEvent()
      await page.goto('/terms')
      await hydrated(page)
      // A part of a page that is left before it is hydrated is drawn anew, which React reports: the last of them waits for its chunk.
      await page.waitForLoadState('networkidle')
      await page.evaluate((path) => {
        history.pushState({}, '', path)
        dispatchEvent(new PopStateEvent('popstate'))
      }, `/events/${unknown}`)
      await expect(page.getByText(translate('event_loading'), { exact: true })).toBeAttached()
      await checkPage(page, 'an event, loading')
      await requests.drop()
      await expect(page.getByRole('main').getByRole('alert')).toContainText(translate('event_failed'))
      await checkPage(page, 'an event, not loaded')
      await requests.letThrough()

      const linked = await submitAndReadMail(server, 'Cinema by the sea')
      await page.goto(linked.link)
      await expect(page.getByText(translate('event_status_on_review'), { exact: true })).toBeVisible()
      await hydrated(page)
      await checkPage(page, 'an event on review')
      const rejection = { action: 'reject', reason: 'This one was here last week.\nWas it not?' }
      await asAdmin(`/backoffice/events/${linked.id}/review`, { method: 'POST', data: rejection })
      await page.reload()
      await expect(page.getByText(rejection.reason.slice(0, 20))).toBeVisible()
      await hydrated(page)
      await checkPage(page, 'a rejected event')

      await page.clock.setFixedTime(Date.now() + 40 * 86_400_000)
      await page.goto(`/events/${id}`)
      await expect(page.getByRole('region', { name: translate('event_facts') })).toContainText(
        translate('events_over'),
      )
      await checkPage(page, 'an event that has ended')
      await asAdmin(`/backoffice/events/${id}`, { method: 'DELETE' })
    })

    test('every state of the forms and of the outbox is accessible', async ({ page, context }) => {
      // Toasts wait until they were looked at.
      await page.addInitScript(holdTimers, [4000, 5000, 10_000])
      const button = (name: string) => page.getByRole('button', { name: translate(name), exact: true })
      await page.goto('/contacts')
      await hydrated(page)
      await button('support_submit').click()
      await expect(page.locator('[aria-invalid=true]').first()).toBeFocused()
      await checkPage(page, 'support, errors')
      const fillMessage = async () => {
        await page.getByLabel(translate('support_first_name')).fill('Ana')
        await page.getByLabel(translate('support_last_name')).fill('Sousa')
        await page.getByLabel(translate('support_email')).fill('ana@example.pt')
        await page.getByLabel(translate('support_topic')).selectOption({ index: 1 })
        await page.getByLabel(translate('support_message')).fill('Where do I park a van?')
      }
      await fillMessage()
      await button('support_submit').click()
      await expect(page.getByText(translate('support_sent'))).toBeVisible()
      await checkPage(page, 'support, sent')
      await page.route('**/api/v1/contact-form', (route) =>
        route.fulfill({
          status: 422,
          json: { error: { code: 'VALIDATION_FAILED', message: 'Not valid', fields: [] } },
        }),
      )
      await fillMessage()
      await button('support_submit').click()
      await expect(page.getByText(translate('support_failed'))).toBeVisible()
      await checkPage(page, 'support, failed')

      await page.goto('/add-event')
      await hydrated(page)
      await page.getByRole('tab', { name: translate('form_type_recurring') }).click()
      await button('form_submit').click()
      await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
      await checkPage(page, 'form, errors of what recurs')
      await page.getByRole('tab', { name: translate('form_type_common') }).click()
      await button('form_submit').click()
      await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
      await checkPage(page, 'form, errors')
      await page.getByRole('combobox', { name: translate('form_place') }).fill('praia')
      await expect(page.getByRole('option').first()).toBeVisible()
      await checkPage(page, 'form, places')

      await page.unroute('**/api/v1/contact-form')
      await page.route('**/api/v1/contact-form', (route) => route.abort())
      await page.goto('/contacts')
      await fillMessage()
      await button('support_submit').click()
      await expect(page.getByText(translate('support_waits_text'))).toBeVisible()
      await checkPage(page, 'support, waiting')
      await page
        .getByRole('main')
        .getByRole('link', { name: translate('form_waits_link') })
        .click()
      for (const text of ['outbox_why_unreached', 'outbox_state_needs_attention', 'outbox_sent_heading'])
        await expect(page.getByText(translate(text)).first()).toBeVisible()
      await page
        .getByRole('listitem')
        .getByRole('button', { name: translate('outbox_discard') })
        .first()
        .click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
      await checkPage(page, 'outbox, discarding')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('alertdialog')).toHaveCount(0)
      await context.setOffline(true)
      await expect(page.getByText(translate('app_offline_title')).first()).toBeVisible()
      await checkPage(page, 'outbox, offline')
      await context.setOffline(false)
    })
  })

  test.describe('with a service worker', () => {
    test.use({ serviceWorkers: 'allow' })
    test(`the offer of a new version is accessible, in the language ${language}`, async ({
      page,
      context,
    }) => {
      await context.addCookies([{ name: 'lang', value: language, url: ORIGIN }])
      await page.goto('/terms')
      await settled(page)
      await page.reload()
      await page
        .getByRole('complementary', { name: translate('shell_banners') })
        .waitFor({ state: 'attached' })
      // Another script of the same scope: it is installed, and waits.
      await page.evaluate(() => navigator.serviceWorker.register('/sw.js?another-version'))
      await expect(page.getByText(translate('shell_update_title'))).toBeVisible()
      await checkPage(page, 'a new version')
    })
  })
}
