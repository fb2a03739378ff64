import type { SeededRandom } from '@/domain/posters/poster'
import type { fillableStorage } from '@tests/support/attacks/fillable-storage'
import type { Content, Form, Photo, Tab } from './device'
import { type createModel, versionOf, type Written } from './model'
import { textOf } from './world'

interface OpenForm {
  tab: Tab
  ui: Form
  content: Content
  photo: Photo | undefined
  written: Written
  /** The accounts that were signed in as it was opened and typed in. */
  writers: Set<string | null>
}

interface FormParts extends Pick<SeededRandom, 'between'> {
  model: ReturnType<typeof createModel>
  /** Takes down what happened, for a seed that fails. */
  note: (what: string, content: Content) => void
  content: () => Content
  photoOf: (content: Content) => Photo | undefined
  disk: ReturnType<typeof fillableStorage>
  inTab: <T>(tab: Tab, action: Promise<T>) => Promise<T | undefined>
  /** Whether what a dead tab was saving is here. */
  afterDeath: (said: Content, photo: Photo | undefined, writers: Iterable<string | null>) => Promise<boolean>
}

/**
 * The forms of new events as a person uses them: what was half-written is offered and taken up, more is written, the page is
 * closed, lost, or lost in the midst of submitting; two tabs have the same draft.
 */
export function createForms({ model, between, note, content, photoOf, disk, inTab, afterDeath }: FormParts) {
  const forms = new Set<OpenForm>()
  const { written } = model
  const anyForm = () => [...forms][between(0, forms.size - 1)]

  /** What the person pauses over is on the device, unless the form says that it is not. */
  function keep({ ui, content: typed, photo, written: draft }: OpenForm, isPhotoSure: boolean): void {
    if (latest(draft) !== textOf(typed) || !written.has(draft)) return
    draft.since = []
    draft.kept = ui.isKept() ? { ...versionOf(typed, photo), hasPhoto: isPhotoSure } : undefined
  }

  async function open(tab: Tab): Promise<void> {
    await tab.ready()
    const ui = await inTab(tab, tab.openForm())
    if (ui === undefined) return
    const { restored, restoredPhoto } = ui
    const writers = new Set([tab.account()])
    if (restored === undefined) {
      const draft: Written = { kept: undefined, since: [], writers }
      const form = { tab, ui, content: content(), photo: undefined, written: draft, writers }
      forms.add(form)
      return type(form)
    }
    const text = textOf(restored)
    note('restored', restored)
    const known = [...written].find(({ kept, since }) => kept?.text === text || since.includes(text))
    const draft = known ?? { kept: undefined, since: [], writers }
    if (draft.since.includes(text)) {
      draft.kept = { ...versionOf(restored, restoredPhoto), hasPhoto: restoredPhoto !== undefined }
      draft.since = draft.since.slice(draft.since.indexOf(text) + 1)
    }
    forms.add({
      tab,
      ui,
      content: restored,
      photo: restoredPhoto,
      written: draft,
      // What is written on in it is the account's that has opened it.
      writers: new Set([...draft.writers, tab.account()]),
    })
  }

  async function type(form: OpenForm): Promise<void> {
    const before = textOf(form.content)
    const typed = content()
    for (const other of written)
      if (other.kept?.text === before && latest(other) !== before) other.kept = undefined
    form.writers.add(form.tab.account())
    if (latest(form.written) !== before || !written.has(form.written))
      form.written = { kept: undefined, since: [], writers: new Set(form.writers) }
    form.written.since.push(textOf(typed))
    for (const writer of form.writers) form.written.writers.add(writer)
    written.add(form.written)
    form.content = typed
    form.photo = between(1, 2) === 1 ? form.photo : photoOf(typed)
    if (typed.kind !== 'submitEvent') form.photo = undefined
    const refused = disk.refused()
    form.ui.type(typed, form.photo)
    note('typed over ' + before, typed)
    if (between(1, 3) === 1) return
    if (
      (await inTab(
        form.tab,
        form.ui.pause().then(() => true),
      )) === undefined
    )
      return
    keep(form, disk.refused() === refused)
  }

  async function submit(form: OpenForm): Promise<void> {
    const { tab, ui, content: said, photo } = form
    const text = textOf(said)
    form.writers.add(tab.account())
    const outcome = await inTab(tab, ui.submit(said, photo))
    note(outcome?.says ?? 'dead', said)
    if (outcome === undefined) {
      if (await afterDeath(said, photo, form.writers)) drop(form)
      return
    }
    switch (outcome.says) {
      case 'accepted':
        model.accept(outcome.id, said, photo, form.writers)
        drop(form)
        break
      case 'already':
        if (model.isSubmitted(text)) drop(form)
        break
      case 'refused':
      case 'changed':
      case 'too-late':
        model.refuse(said, form.writers)
        return
    }
    ui.close()
    forms.delete(form)
  }

  /** Nothing is promised any more of a draft that says what this form does. */
  function drop(form: OpenForm): void {
    if (latest(form.written) === textOf(form.content)) written.delete(form.written)
    else if (form.written.kept?.text === textOf(form.content)) form.written.kept = undefined
  }

  return {
    open,
    /** In a form that is open; where none is, the person opens one. */
    async type(tab: Tab) {
      const form = anyForm()
      if (form !== undefined) await type(form)
      else await open(tab)
    },
    async submit(tab: Tab) {
      if (forms.size === 0) await open(tab)
      const form = anyForm()
      if (form !== undefined) await submit(form)
    },
    async startOver() {
      const form = anyForm()
      if (form === undefined) return
      drop(form)
      forms.delete(form)
      await inTab(form.tab, form.ui.startOver())
    },
    /** A page that is closed leaves its text, and perhaps not its photo; what is killed in the midst of typing leaves what it paused over. */
    ended(tab: Tab, leavesText: boolean) {
      for (const form of forms) {
        if (form.tab !== tab) continue
        forms.delete(form)
        if (leavesText && form.written.since.length > 0) keep(form, false)
      }
    },
    deleted(account: string) {
      for (const draft of written) if (draft.writers.has(account)) written.delete(draft)
    },
  }
}

const latest = ({ kept, since }: Written) => since.at(-1) ?? kept?.text
