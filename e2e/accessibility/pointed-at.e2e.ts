import { eventOfOrganiser } from '../support/accounts'
import { contrastWhilePointedAt } from '../support/axe'
import { expect, hydrated, test } from '../support/fixtures'
import { dayIn, publishEvent } from '../support/published-event'

// The full run alone checks contrast with the pointer, a press or the focus on each interactive element of the public pages.

const PAGES = [
  '/',
  '/add-event',
  '/outbox',
  '/on-this-device',
  '/saved',
  '/tides',
  '/week',
  '/week-mail',
  '/contacts',
  '/privacy',
  '/download',
  '/promo',
  '/no-such-page',
  '/login',
  '/register',
]

test.use({ serviceWorkers: 'block' })

for (const colorScheme of ['light', 'dark'] as const)
  test(`all texts are readable under the pointer and with the focus, ${colorScheme}`, async ({
    page,
    server,
  }) => {
    const { slug } = await eventOfOrganiser(server, 'Lesson')
    const id = await publishEvent()
    const chosenDay = `/events?from=${dayIn(1)}&to=${dayIn(1)}&tags=music`
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const lists = [chosenDay, '/events?view=agenda', '/events?view=map', '/places/praia-do-sul']
    for (const path of [...PAGES, ...lists, `/events/${id}`, `/organisers/${slug}`])
      await test.step(path, async () => {
        await page.goto(path)
        await hydrated(page)
        await page.addStyleTag({ content: '* { content-visibility: visible !important }' })
        expect(await contrastWhilePointedAt(page), path).toEqual([])
      })
  })
