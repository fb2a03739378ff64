import { SITE } from '../src/site'
import { ORIGIN, expect, test } from './fixtures'
import { SIZES } from './sizes'

// Legal texts and the page of the app (spec 2.8).

const LEGAL = {
  '/privacy': {
    title: 'Privacy Policy',
    says: [/kept for 26 months/, /consent banner/, /not meant for children under 13/],
  },
  '/terms': { title: 'Terms of Use', says: [/at least 13 years old/] },
  '/eula': { title: 'End User License Agreement', says: [/at least 13 years old/] },
} as const

for (const [size, viewport] of Object.entries(SIZES)) {
  test.describe(`on a ${size}`, () => {
    test.use({ viewport })

    for (const [path, { title, says }] of Object.entries(LEGAL)) {
      test(`${path} has its date, its sections and whom to write to`, async ({ page }) => {
        await page.goto(path)
        await expect(page).toHaveTitle(`${title} · ${SITE.name}`)
        await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', ORIGIN + path)
        const article = page.getByRole('main').getByRole('article')
        await expect(article.getByRole('heading', { level: 1 })).toHaveText(title)
        await expect(article.getByText('Last updated: June 2025')).toBeVisible()
        for (const words of says) await expect(article.getByText(words).first()).toBeVisible()
        await expect(article.getByRole('link', { name: SITE.contactMailbox })).toHaveAttribute(
          'href',
          `mailto:${SITE.contactMailbox}`,
        )
        const contents = article.getByRole('navigation').getByRole('link')
        const last = contents.last()
        const section = article.getByRole('heading', { level: 2, name: (await last.textContent()) ?? '' })
        await last.click()
        await expect(section).toBeInViewport({ ratio: 1 })
        const header = await page.getByRole('banner').boundingBox()
        expect((await section.boundingBox())?.y, 'not under the header').toBeGreaterThanOrEqual(
          header?.height ?? 0,
        )
      })
    }

    test('/download has the iOS app, says that Android comes soon, and what one gets', async ({ page }) => {
      await page.goto('/download')
      const main = page.getByRole('main')
      await expect(main.getByRole('link', { name: /App Store/ }).first()).toHaveAttribute(
        'href',
        SITE.appStoreUrl,
      )
      await expect(main.getByText('Available now')).toBeVisible()
      await expect(main.getByText('Coming soon')).toBeVisible()
      await expect(main.getByRole('link', { name: /Google Play/ })).toHaveCount(0)
      for (const feature of ['Current Events', 'Local Places', 'Community'])
        await expect(main.getByRole('heading', { name: feature })).toBeVisible()
    })
  })
}
