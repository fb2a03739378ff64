import { HtmlValidate } from 'html-validate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PUBLIC_PAGES } from '@/contract/pages'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { byAdmin } from '@tests/support/server/back-office'
import { publish } from '@tests/support/server/calls'
import { testPages, type TestPages } from '@tests/support/server/test-pages'
import { jpeg } from '@tests/support/server/images'

// Pages as the server sends them are valid HTML: the parser of a browser mends what is not, and then hydration finds another document.
// None of them leads to itself, and none can be framed by another site.

/** What stands in place of the parameters of an address. */
const addressOf = (path: string) =>
  path
    .replace('$id', 'POSTER')
    .replace('$slug', 'coxos')
    .replace('$week', '2026-W25')
    .replace('$', 'no-such-page')

const PATHS = [
  ...PUBLIC_PAGES.map(({ path }) => addressOf(path)),
  '/events?view=agenda&tags=music',
  '/events?view=map',
  '/events/PHOTO',
  '/events/no-such-event',
  '/places/atlantis',
  '/organisers/clube',
  '/embed',
  '/reset-password?token=x',
  '/backoffice/login',
]

const html = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard', 'html-validate:a11y', 'html-validate:document'],
  rules: {
    // Scripts and styles are our own origin's, and the policy of each page admits no other.
    'require-sri': 'off',
    // A list or an article may have a name, as ARIA allows; readers say it.
    'aria-label-misuse': ['error', { allowAnyNamable: true }],
    // Groups of the form have their name by `aria-label`; axe checks that each has one.
    'wcag/h71': 'off',
    // Ark's checkbox is inside of its label and named by it as well.
    'no-redundant-for': 'off',
  },
})

/** The list of a combobox is rendered once it opens; ARIA requires its id before. */
const CLOSED_LIST = /^no-missing-references: .*-list"/
/** The desk is rendered by the browser, its title as well. */
const NO_TITLE_YET = /^element-required-content: <head> element must have <title>/

let guide: TestPages
let test: TestApp
const ids = { PHOTO: '', POSTER: '' }
beforeAll(async () => {
  guide = await testPages()
  test = await buildTestApp(guide)
  const photo = (await jpeg('#336688', 1600, 1200)).toString('base64')
  ids.PHOTO = await publish(test, { title: 'Evening session', photo })
  await publish(test, { title: 'Contest', location_name: 'Coxos', latitude: 38.9997, longitude: -9.4249 })
  const { id, token } = await test.signIn()
  await publish(test, { title: 'Lesson' }, { token })
  const links = [{ type: 'instagram', data: 'https://instagram.com/clube' }]
  const page = { name: 'Clube', texts: { pt: 'Olá <3' }, links, photo }
  await byAdmin(test, 'PUT', `/users/${id}/organiser`, page)
  ids.POSTER = await publish(test, { title: 'Fado & more <br>' })
})
afterAll(async () => {
  await test.close()
  await guide.remove()
})

// The gate has one language: its pages have the same parts.
describe.each([
  { language: 'en', tags: [] },
  { language: 'pt', tags: ['full'] },
])('in the language $language', ({ language, tags }) => {
  it.each(PATHS)('%s is valid HTML', { tags }, async (path) => {
    const url = path.replace('PHOTO', ids.PHOTO).replace('POSTER', ids.POSTER)
    const { statusCode, headers, body } = await test.app.inject({
      url,
      cookies: { lang: language },
      headers: { accept: 'text/html' },
    })
    expect(statusCode).toBeLessThan(500)
    expect(String(headers.location).split('?')[0]).not.toBe(url)
    if (path !== '/embed') {
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(headers['x-frame-options']).toBe('DENY')
    }
    if (statusCode >= 300 && statusCode < 400) return
    const { results } = await html.validateString(body)
    const messages = results
      .flatMap((result) => result.messages)
      .map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`)
      .filter((message) => !CLOSED_LIST.test(message))
      .filter((message) => !(path.startsWith('/backoffice/') && NO_TITLE_YET.test(message)))
    expect([...new Set(messages)]).toEqual([])
  })
})
