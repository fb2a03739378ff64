import type { DraftSlot, Drafts, WhichDraft } from './drafts'
import {
  isRefusal,
  isSameText,
  OutboxChanged,
  type OutboxContent,
  type OutboxEntry,
  type OutboxPhoto,
} from './entry'
import type { Outbox } from './outbox'

type FormOutbox = Pick<
  Outbox,
  'ofDraft' | 'putDraft' | 'putDraftPhoto' | 'removeDraft' | 'recoverDrafts' | 'enqueue' | 'save' | 'isSame'
>

interface FormDraftDeps {
  drafts: Drafts
  outbox: () => Promise<FormOutbox>
  slot: DraftSlot
  owner: string | null
  which?: WhichDraft | undefined
}

export type FormDraft = Awaited<ReturnType<typeof openFormDraft>>

/** The draft of a form that is open: its text is stored as it is typed, its photo when it is chosen, and both go with what is submitted. */
export async function openFormDraft({ drafts, outbox, slot, owner, which }: FormDraftDeps) {
  await outbox()
    .then(({ recoverDrafts }) => recoverDrafts())
    .catch(() => undefined)
  let draft = drafts.open(slot, { owner, which })
  let photo: OutboxPhoto | undefined
  if (draft.restored !== undefined) {
    const opened = await outbox()
      .then(({ ofDraft }) => ofDraft(draft.token()))
      .catch(() => undefined)
    if (opened?.isSubmitted === true) {
      // The page ended between storing the entry and deleting the draft.
      draft.drop()
      draft = drafts.open(slot, { owner, which: 'none' })
    } else if (draft.restored.hasPhoto) photo = opened?.photo
  }
  const { restored } = draft
  let tried: OutboxContent | undefined
  let newest: Pick<OutboxEntry, 'id' | 'edits'> | undefined
  let writing: Promise<unknown> = Promise.resolve()
  let typed: unknown = restored?.content
  /** The draft that the photo is stored with. */
  let photoToken: string | undefined = draft.token()

  /** Each after the one before, also where that one failed. */
  function queue(write: (opened: FormOutbox) => Promise<unknown>, onFailure: () => unknown = () => {}): void {
    writing = writing.then(() => outbox().then(write).catch(onFailure))
  }

  /** A photo that there is no room for is in the form alone: the draft says that it had one. */
  function storePhoto(next: OutboxPhoto | undefined): void {
    photo = next
    const token = draft.token()
    photoToken = token
    queue(
      ({ putDraftPhoto }) => putDraftPhoto(token, next),
      // There may be room when more is written.
      () => (photoToken = undefined),
    )
  }

  let isBehind = false
  /** Only the last text of those that come while one is being written. */
  function storeText(): void {
    if (isBehind) return
    isBehind = true
    const caughtUp = () => (isBehind = false)
    queue(async ({ putDraft }) => {
      caughtUp()
      const stored = draft.stored()
      if (stored !== undefined) await putDraft(stored)
    }, caughtUp)
  }

  function drop(): void {
    const token = draft.token()
    photo = undefined
    // The photo of another tab's text is that tab's.
    if (draft.drop()) queue(({ removeDraft }) => removeDraft(token))
  }

  return {
    restored: restored && {
      content: restored.content,
      photo,
      lostPhoto: restored.hasPhoto && photo === undefined,
    },
    /** The account that it belongs to, null for a visitor. */
    owner: draft.owner,
    token: draft.token,
    /** Returns whether the text is on the disk; for the photo wait for `settled`. */
    write(content: unknown, next: OutboxPhoto | undefined): boolean {
      typed = content
      // A text that is not stored takes no photo with it.
      if (!draft.write(content, next !== undefined)) return false
      storeText()
      // Another tab has the draft of before, and its photo.
      if (next !== photo || (next !== undefined && draft.token() !== photoToken)) storePhoto(next)
      return true
    },
    settled: () => writing,
    drop,
    /** Stores it as an entry under the draft's token, and deletes the draft. Throws what `Outbox.enqueue` throws: then the draft is still there. */
    async submit(content: OutboxContent, sent?: OutboxPhoto): Promise<OutboxEntry> {
      const id = draft.claim()
      // The server takes the same text that took longer to write for other content under the same key.
      if (tried === undefined || !isSameText(tried.payload, content.payload)) tried = content
      const { enqueue, isSame } = await outbox()
      try {
        const entry = await enqueue(tried, sent, { id, owner: draft.owner })
        drop()
        return entry
      } catch (error) {
        // The other tab has submitted the draft: what this one says beside it is another one, and another submission.
        if (isRefusal(error, 'submitted') && !(await isSame(id, content).catch(() => true))) {
          draft.renew()
          this.write(typed, sent)
        }
        throw error
      }
    },
    /** Stores it in the place of an entry that waits, under its key. Throws what `Outbox.save` throws. */
    async save(entry: Pick<OutboxEntry, 'id' | 'edits'>, content: OutboxContent, sent?: OutboxPhoto) {
      const { save } = await outbox()
      try {
        const saved = await save(newest?.id === entry.id ? newest : entry, content, sent)
        drop()
        return saved
      } catch (error) {
        // The person has been told of what another tab has made of it: the next press counts.
        if (error instanceof OutboxChanged) newest = error.current
        throw error
      }
    },
  }
}
