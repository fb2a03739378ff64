import { expect, type Page } from '@playwright/test'
import { LEAVING_MOMENTS, pressAndLeave } from './press-and-leave'
import {
  eventFormReady,
  fillEventForm,
  fillMessageForm,
  openMessageForm,
  openEventForm,
  submitForm,
  titleOf,
  type FormButton,
} from './walk-forms'
import { COLOUR_NAMES, type Colour } from './walk-photos'
import {
  anyTab,
  draftStored,
  firstTab,
  NOTHING_TO_DO,
  ownerOn,
  type WalkAction,
  type WalkWorld,
} from './walk-world'

interface Written {
  page: Page
  text: string
  button: FormButton
  facts: { owners: (string | null)[]; photo: { colour: Colour | undefined } | undefined }
}

/** The actions of a person in the forms. */
export function formActions(world: WalkWorld) {
  const { phone, model, random } = world
  const maybeColour = () => (random.between(1, 4) === 1 ? random.pick(COLOUR_NAMES) : undefined)

  async function write(page: Page, isEvent = random.between(1, 4) > 1): Promise<Written> {
    const text = world.newText()
    const colour = isEvent ? maybeColour() : undefined
    await (isEvent ? openEventForm(page) : openMessageForm(page))
    const before = await ownerOn(page, world)
    const { restored, hasPhoto } = isEvent
      ? await fillEventForm(page, text, colour === undefined ? undefined : world.photos[colour])
      : await fillMessageForm(page, text)
    const own = colour === undefined ? undefined : { colour }
    const photo = hasPhoto ? (model.photoOf(restored) ?? { colour: undefined }) : own
    model.overwritten(restored)
    world.note(`${text}${photo === undefined ? '' : ` with ${photo.colour}`}`)
    const button = isEvent ? 'Create Event' : 'Send Message'
    return { page, text, button, facts: { owners: [before, await ownerOn(page, world)], photo } }
  }

  async function draft({ page, text, facts }: Written): Promise<void> {
    await draftStored(page, text)
    model.drafted(text, facts)
  }

  async function submit(written: Written): Promise<void> {
    const submitResult = await submitForm(phone, written.page, written.button)
    world.note(submitResult)
    if (submitResult === 'failed') await draft(written)
    else model.accepted(written.text, written.facts)
  }

  return {
    async submit() {
      await submit(await write(await anyTab(world)))
    },
    /** The tab is closed, or the browser killed, at some moment after the press. */
    async submitAndLose() {
      const page = await anyTab(world)
      const written = await write(page)
      await draft(written)
      await phone.takeTime(page)
      const moment = random.pick(LEAVING_MOMENTS)
      const isKilled = random.between(1, 2) === 1
      world.note(`${isKilled ? 'killed' : 'closed'} after ${moment} ms`)
      await pressAndLeave(phone, page, { button: written.button, moment, isKilled })
    },
    async halfWrite() {
      await draft(await write(await anyTab(world)))
    },
    /** The same form in two tabs, submitted in both: as it is, or as another event. */
    async submitInTwoTabs() {
      const first = await phone.openTab()
      const written = await write(first, true)
      await draft(written)
      const second = await phone.openTab()
      await openEventForm(second)
      await expect(titleOf(second)).toHaveValue(written.text)
      const forms = [written]
      if (random.between(1, 2) === 1) {
        const text = world.newText()
        world.note(`as ${text}`)
        await titleOf(second).fill(text)
        forms.push({ ...written, page: second, text })
      }
      const submitResult = await Promise.all([
        submitForm(phone, first, 'Create Event'),
        submitForm(phone, second, 'Create Event'),
      ])
      world.note(submitResult.join(' '))
      for (const [index, form] of forms.entries()) {
        // The form is the same, whichever of the two submitted it.
        const isAccepted =
          forms.length === 1 ? submitResult.some((one) => one !== 'failed') : submitResult[index] !== 'failed'
        if (isAccepted) model.accepted(form.text, form.facts)
        else await draft(form)
      }
      await first.close()
      await second.close()
    },
    /** The device has no room: what is written is sent at once, or stays in the form. */
    async fillDisk() {
      // A browser looks at its room again only now and then: one that starts looks at once.
      await phone.killBrowser()
      await phone.setQuota(1)
      const page = await firstTab(world)
      const written = await write(page)
      const submitResult = await submitForm(phone, page, written.button)
      world.note(submitResult)
      if (submitResult === 'failed')
        await expect(
          page.getByLabel(written.button === 'Create Event' ? 'Title' : 'Message', { exact: true }),
        ).toHaveValue(written.text)
      else model.accepted(written.text, written.facts)
      await phone.setQuota(undefined)
    },
    async startOver() {
      const page = await anyTab(world)
      await openEventForm(page)
      const button = page.getByRole('button', { name: 'Start over' })
      const text = await titleOf(page).inputValue()
      if (!(await button.isVisible())) return NOTHING_TO_DO
      await button.click()
      await eventFormReady(page)
      await expect(titleOf(page)).toHaveValue('')
      model.overwritten(text)
    },
  } satisfies Record<string, WalkAction>
}
