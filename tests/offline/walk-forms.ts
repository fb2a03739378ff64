import { AlreadySubmitted } from '@/offline/outbox/drafts/drafts'
import type { DraftSession } from '@/offline/outbox/drafts/draft-session'
import type { OutboxContent, OutboxPhoto } from '@/offline/outbox/entry'
import type { Tab } from '@tests/support/offline/offline-phone'
import type { createModel } from './walk-model'

interface Form {
  tab: Tab
  draft: DraftSession
  content: OutboxContent
  photo: OutboxPhoto | undefined
}

interface FormParts {
  model: ReturnType<typeof createModel>
  between: (low: number, high: number) => number
  content: () => OutboxContent
  photo: OutboxPhoto
  /** The browser or the system ends the tab. */
  kill: (tab: Tab) => void
}

/**
 * The forms of new events as a person uses them: what was half-written is offered and taken up, more is written, and in
 * the midst of submitting the tab may be gone. After `AlreadySubmitted` the person leaves the form.
 */
export function createForms({ model, between, content, photo, kill }: FormParts) {
  let forms: Form[] = []

  const anyForm = () => forms[between(0, forms.length - 1)]

  async function open(tab: Tab): Promise<void> {
    const draft = await tab.outbox.openDraft('event/new')
    const offered = draft.restored?.content as OutboxContent | undefined
    const form = { tab, draft, content: offered ?? content(), photo: draft.restored?.photo }
    forms.push(form)
    if (offered === undefined) await write(form)
  }

  /** The person replaces the content of the form, and waits until that is stored, or not. */
  async function write(form: Form): Promise<void> {
    model.noteDraftGone(form.content)
    form.content = content()
    form.photo = between(1, 6) === 1 ? photo : form.photo
    form.draft.change(form.content, form.photo, false)
    if (between(1, 3) === 1) return
    await form.draft.flush()
    model.noteDraft(form.content)
  }

  async function submit(form: Form): Promise<void> {
    leave(form)
    const submitted = form.draft.submit(form.content, form.photo).then(
      (entry) => entry,
      (error: unknown) => error,
    )
    if (between(1, 2) === 1) {
      await turns(between(0, 12))
      kill(form.tab)
    }
    const outcome = await submitted
    const { token } = form.draft.key()
    const stored = (await model.onPhone()).find(({ id }) => id === token)
    // The database counts, not the result of a killed tab.
    if (stored !== undefined) model.note(stored)
    else if (!(outcome instanceof AlreadySubmitted) && !form.tab.isDead()) throw outcome
  }

  function leave(form: Form): void {
    forms = forms.filter((other) => other !== form)
  }

  return {
    open,
    async write() {
      const form = anyForm()
      if (form !== undefined) await write(form)
    },
    async submit() {
      const form = anyForm()
      if (form !== undefined) await submit(form)
    },
    async startOver() {
      const form = anyForm()
      if (form === undefined) return
      await form.draft.discard()
      model.noteDraftGone(form.content)
      leave(form)
    },
    /** Closes the forms of the tab. */
    killed(tab: Tab) {
      forms = forms.filter((form) => form.tab !== tab)
    },
  }
}

/** Waits for so many turns of the event loop. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}
