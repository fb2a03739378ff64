import type { CDPSession, Page } from '@playwright/test'
import sharp from 'sharp'
import { readStoredPhotos } from '../walk/stored-outbox'
import { expectAccessible, expectNoOverflow } from '../support/axe'
import { fillEvent } from '../support/event-form'
import { asAdmin, expect, settled, test, type Phone } from '../support/fixtures'
import { phonePhoto } from '../support/photos'

/** An organiser at the beach: a phone, and no network after the first visit. */
async function atTheBeach(phone: Phone): Promise<Page> {
  const page = await phone.page()
  await page.goto('/add-event')
  await settled(page)
  await phone.setOffline(true)
  await page.reload()
  await formReady(page)
  return page
}

const formReady = (page: Page) =>
  page.locator('main form:not([inert] *)').getByLabel('Contact email').waitFor()
const title = (page: Page) => page.getByLabel('Title', { exact: true })
const create = (page: Page) => page.getByRole('button', { name: 'Create Event' }).click()
const drafts = (page: Page) => page.getByRole('region', { name: 'Continue a draft' })
const beginAnother = (page: Page) =>
  page.getByRole('button', { name: 'Save as a draft and start another event' }).click()

/** A poster that needs no resizing, taken upright by a phone that lay on its side, with the place where it was taken. */
async function poster(): Promise<Buffer> {
  return sharp({ create: { width: 800, height: 500, channels: 3, background: '#267' } })
    .jpeg()
    .withExif({ IFD0: { Make: 'Phone' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '38/1 57/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
}

const choose = (page: Page, buffer: Buffer) =>
  page
    .locator('input[type=file]:not([capture])')
    .setInputFiles({ name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer })

test(
  'the form works with no network: place, position, tags, photo; it arrives once there is one',
  { tag: '@gate' },
  async ({ phone }) => {
    const name = `From the beach ${Date.now()}`
    const page = await atTheBeach(phone)
    await phone.context.grantPermissions(['geolocation'])
    await phone.context.setGeolocation({ latitude: 39.004, longitude: -9.4249 })
    await page.getByRole('button', { name: 'Use my current position' }).click()
    await expect(page.getByRole('combobox', { name: 'Location' })).toHaveValue('Near Coxos')
    await fillEvent(page, {
      title: name,
      photo: { name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer: await poster() },
    })
    await create(page)
    await expect(page.getByText('Saved on this device', { exact: true }).first()).toBeVisible({
      timeout: 20_000,
    })
    await expect(title(page)).toHaveCount(0)
    await phone.setOffline(false)
    await expect
      .poll(
        async () => {
          const { items } = (await asAdmin('/backoffice/events?per_page=50')) as {
            items: { title: string }[]
          }
          return items.filter((event) => event.title === name).length
        },
        { timeout: 30_000 },
      )
      .toBe(1)

    await phone.setOffline(true)
    await page.goto('/outbox')
    await page.getByRole('link', { name: `Duplicate “${name}”` }).click()
    const note = `Filled in from “${name}”, without its dates or photo. If it had a photo, please choose it again.`
    await expect(page.getByText(note)).toBeVisible()
    await expect(title(page)).toHaveValue(name)
    await expect(page.getByRole('combobox', { name: 'Location' })).toHaveValue(/Praia do Sul/)
    await expect(page.getByLabel('Start date')).toHaveValue('')
    await expect(page).toHaveURL(/\/add-event$/)
    await page.reload()
    await expect(title(page)).toHaveValue(name)
  },
)

test('a light photo is kept without its position and upright, one of 12 MB is made smaller', async ({
  phone,
}) => {
  const page = await atTheBeach(phone)
  await choose(page, await poster())
  const preview = page.getByAltText('Preview of your photo')
  await preview.waitFor()
  const size = () => preview.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])
  await expect.poll(size).toEqual([500, 800])
  await expect.poll(() => readStoredPhotos(page)).toHaveLength(1)
  const [light] = await readStoredPhotos(page)
  const { exif, orientation } = await sharp(light).metadata()
  expect({ exif, orientation }).toEqual({ exif: undefined, orientation: undefined })

  const large = await phonePhoto({ quality: 100, width: 4608 })
  expect(large.byteLength).toBeGreaterThan(12_000_000)
  await choose(page, large)
  await expect.poll(size, { timeout: 20_000 }).toEqual([1536, 2048])
  await expect(page.getByText('File Too Large')).toBeHidden()
  const bytes = async () => (await readStoredPhotos(page)).at(-1)?.byteLength
  await expect.poll(bytes).toBeGreaterThan(100_000)
  expect(await bytes()).toBeLessThan(1_000_000)
})

test('the last words before a page is left are there on the next, and only once @gate', async ({ phone }) => {
  const page = await phone.page()
  await page.goto('/add-event')
  await formReady(page)
  await title(page).fill('Sunset session')
  await page.reload()
  await formReady(page)
  await expect(title(page)).toHaveValue('Sunset session')
  await title(page).fill('Sunset session with dinner')
  await page.reload()
  await formReady(page)
  await expect(title(page)).toHaveValue('Sunset session with dinner')
  await expect(drafts(page)).toHaveCount(0)
})

test('several drafts are kept side by side; what is typed without a pause is at most two seconds behind a crash', async ({
  phone,
}) => {
  const page = await atTheBeach(phone)
  await title(page).fill('Fado on the quay')
  await choose(page, await poster())
  await page.getByAltText('Preview of your photo').waitFor()
  await beginAnother(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await formReady(page)
  await expect(title(page)).toHaveValue('')
  await expect(drafts(page).getByRole('listitem')).toHaveCount(1)
  await page.getByLabel('Description', { exact: true }).fill('Nobody has given it a title yet')
  await beginAnother(page)
  await expect(drafts(page).getByRole('heading', { level: 3 })).toHaveText(['Untitled', 'Fado on the quay'])
  await expectAccessible(page, 'drafts')
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoOverflow(page, 'drafts')
  await page.setViewportSize({ width: 390, height: 844 })

  await drafts(page).getByRole('button', { name: 'Delete “Untitled”' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(drafts(page).getByRole('listitem')).toHaveCount(1)
  await expect(drafts(page).getByRole('heading', { level: 2 })).toBeFocused()

  const written = 'Typed on and on without any pause'
  await title(page).pressSequentially(written, { delay: 100 })
  const cdp: CDPSession = await phone.context.newCDPSession(page)
  // No event tells the page: what is not stored by now is gone.
  void cdp.send('Page.crash').catch(() => undefined)
  await page.waitForEvent('crash')
  const next = await phone.context.newPage()
  await next.goto('/add-event')
  await expect(next.getByText('We saved what you’d written.')).toBeVisible()
  expect((await title(next).inputValue()).length).toBeGreaterThan(written.length - 25)

  await drafts(next).getByRole('button', { name: 'Open “Fado on the quay”' }).click()
  await expect(title(next)).toHaveValue('Fado on the quay')
  await expect(next.getByAltText('Preview of your photo')).toBeVisible()
  await expect(drafts(next).getByRole('listitem')).toHaveCount(1)
})

test.describe('with a camera', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a photo is taken and shown at once', async ({ page }) => {
    await page.goto('/add-event')
    await formReady(page)
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Take a photo' }).click()
    const name = 'Screenshot_20261122-124725_a_name_without_any_room_to_break.jpg'
    await (await chooser).setFiles({ name, mimeType: 'image/jpeg', buffer: await poster() })
    await expect(page.getByAltText('Preview of your photo')).toBeVisible()
    await page.setViewportSize({ width: 320, height: 640 })
    // On a phone the window grows with what is too wide for it: the field's own box says it.
    const field = page.getByRole('group', { name: /^Photo/ })
    expect((await field.boundingBox())?.width, 'the photo field').toBeLessThan(300)
    await expectAccessible(page, 'a photo from the camera')
  })
})
