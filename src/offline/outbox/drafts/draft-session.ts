import type { Timers } from '@/offline/platform/deferred'
import type { WithTimeout } from '@/offline/platform/storage-timeout'
import type { OutboxContent, OutboxEntry, OutboxPhoto } from '@/offline/outbox/entry'
import { isSameText } from '@/offline/outbox/entry'
import { draftId, AlreadySubmitted } from './drafts'
import type {
  DraftKey,
  DraftSlot,
  Draft,
  DraftStore,
  Replaced,
  SubmissionStore,
  SubmitOptions,
  UnwrittenDrafts,
  LeftText,
  UnwrittenDraft,
} from './drafts'
import { OutboxChanged, writtenText } from './edit-entry'

/** Debounce: a write at every key would be felt on a slow phone. */
const WRITE_AFTER_MS = 400
/** Maximum wait: who types without a pause loses no more than this when the browser is killed. */
const WRITE_WITHIN_MS = 2000

export type DraftSession = Awaited<ReturnType<typeof openDraftSession>>

/** The last written one unless said: that with this token, or none, for something new. */
export type WhichDraft = { token: string } | 'none'

export interface DraftSessionDeps {
  slot: DraftSlot
  drafts: DraftStore
  outbox: SubmissionStore
  timers: Timers
  withTimeout: WithTimeout
  newId: () => string
  /** The user who is signed in as the form is opened: whatever happens to the session, the draft belongs to this account. */
  owner: string | null
  which?: WhichDraft | undefined
  unwritten?: UnwrittenDrafts | undefined
}

export async function openDraftSession(deps: DraftSessionDeps) {
  const { drafts, slot, which } = deps
  let isStored = true
  const stored = await deps.withTimeout(drafts.list(slot)).catch(() => {
    isStored = false
    return []
  })
  const restored = stored.find(
    ({ key }) => which === undefined || (which !== 'none' && key.token === which.token),
  )
  const empty = () => emptyDraft(slot, deps.newId(), deps.owner)
  let current: Draft = restored ?? empty()
  let pending: (() => Promise<void>) | undefined
  let cancel: (() => void) | undefined
  let cancelLatest: (() => void) | undefined
  let isOver = false
  let isSubmitting = false
  let notifyStored: ((isStored: boolean) => void) | undefined
  /** The entry as another editor has changed it, of which the person has been told. */
  let changed: string | undefined
  let tried: { token: string; content: OutboxContent } | undefined
  /** The last change, until the database has it; nothing when nothing is left of the draft. */
  let unwritten: { content: unknown; hadPhoto: boolean } | undefined
  let underWay: unknown
  const left = createLeftBehind(deps.unwritten, deps.newId, restored)
  // One write after another, so that each knows the revision of the one before.
  let writing: Promise<void> = Promise.resolve()

  function flush(): Promise<void> {
    cancel?.()
    cancelLatest?.()
    cancelLatest = undefined
    const write = pending
    pending = undefined
    if (write !== undefined) {
      underWay = unwritten?.content
      writing = writing.then(write).then(() => notifyStored?.(isStored), leaveOrSay)
    }
    return writing
  }

  /** Leaves what the database does not have for the next page. Whether it could. */
  function leaveText(): boolean {
    // A submission that is under way is in the form, and then in the outbox.
    if (unwritten === undefined || isSubmitting) return true
    const { key, revision, owner = null } = current
    return left.leave({ key, revision, owner, underWay, ...unwritten })
  }

  function leaveOrSay(): void {
    if (!leaveText()) notifyStored?.(false)
  }

  async function put(content: unknown, photo: OutboxPhoto | undefined): Promise<void> {
    current = await drafts.put({ ...current, content, photo, hadPhoto: photo !== undefined })
  }

  async function remove(): Promise<void> {
    const gone = current
    current = empty()
    await drafts.remove(gone)
  }

  /** If the other tab had written something else when it submitted, what is here becomes a draft of its own. */
  async function startAnother(content: OutboxContent): Promise<void> {
    const { key, content: written, photo } = current
    current = empty()
    const isSent = await drafts.isSubmission(key.token, content).catch(() => true)
    if (!isSent) await put(written, photo).catch(() => undefined)
  }

  /** The server takes the same text that took longer for other content under the same key. */
  function asTried(content: OutboxContent): OutboxContent {
    if (tried?.token !== current.key.token || tried.content.kind !== content.kind) return content
    return isSameText(tried.content.payload, content.payload) ? tried.content : content
  }

  async function store(
    content: OutboxContent,
    photo: OutboxPhoto | undefined,
    replaces: Replaced | undefined,
  ): Promise<OutboxEntry> {
    const isChanged = pending !== undefined
    // A write has already checked for changes of other tabs; without one, `claim` does.
    const prepare = async () => {
      await flush()
      if (!isChanged && isStored) current = await drafts.claim(current)
    }
    // The outbox sends it at once if the storage has broken meanwhile.
    await deps.withTimeout(prepare()).catch((error: unknown) => {
      if (error instanceof AlreadySubmitted) throw error
    })
    const options = { dropsDraft: current, owner: current.owner }
    if (replaces !== undefined) {
      const opened = changed ?? replaces.opened
      return deps.outbox.replace(replaces.id, content, photo, { ...options, opened })
    }
    const sending = asTried(content)
    tried = { token: current.key.token, content: sending }
    const entry = await deps.outbox.enqueue(sending, photo, options)
    // It was not stored, so its draft is still there, from when there was room. Deleting needs none.
    if (entry.state === 'sent') void deps.withTimeout(drafts.remove(current)).catch(() => undefined)
    return entry
  }

  return {
    restored,
    isStored,
    watchStored(listener: (isStored: boolean) => void) {
      notifyStored = listener
      listener(isStored)
    },
    key: () => current.key,
    change(content: unknown, photo: OutboxPhoto | undefined, isEmpty: boolean) {
      if (isOver || !isStored) return
      cancel?.()
      const change = isEmpty ? undefined : { content, hadPhoto: photo !== undefined }
      unwritten = change
      pending = async () => {
        await (isEmpty ? remove() : put(content, photo))
        if (unwritten !== change) return
        unwritten = undefined
        left.remove()
      }
      cancel = deps.timers.after(WRITE_AFTER_MS, () => void flush())
      cancelLatest ??= deps.timers.after(WRITE_WITHIN_MS, () => void flush())
    },
    flush,
    /** The page is hidden or closed, and may end before a write does: the text of what is pending is stored before this returns. */
    leave() {
      leaveText()
      void flush()
    },
    discard() {
      unwritten = undefined
      pending = remove
      left.remove()
      return flush()
    },
    /** Throws what `Outbox.enqueue` and `Outbox.replace` throw; then the draft is still there. */
    async submit(content: OutboxContent, photo: OutboxPhoto | undefined, { replaces }: SubmitOptions = {}) {
      isOver = true
      isSubmitting = true
      try {
        const entry = await store(content, photo, replaces)
        unwritten = undefined
        left.remove()
        return entry
      } catch (error) {
        isOver = false
        if (error instanceof OutboxChanged) changed = writtenText(error.current)
        if (error instanceof AlreadySubmitted) await startAnother(content)
        throw error
      } finally {
        isSubmitting = false
        leaveOrSay()
      }
    },
    close() {
      void flush()
      isOver = true
    },
  }
}

function emptyDraft(slot: DraftSlot, token: string, owner: string | null): Draft {
  return { key: { slot, token }, content: undefined, photo: undefined, hadPhoto: false, revision: 0, owner }
}

function createLeftBehind(
  unwritten: UnwrittenDrafts | undefined,
  newId: () => string,
  restored: (LeftText & { isLeft?: true }) | undefined,
) {
  let left: LeftText | undefined = restored?.isLeft ? restored : undefined
  return {
    leave(draft: Omit<UnwrittenDraft, 'leftAt'>) {
      const found = new Map(unwritten?.list().map(({ key, content }) => [draftId(key), content]))
      const isFree = (key: DraftKey) => {
        const text = found.get(draftId(key))
        return text === undefined || isSameText(text, left?.content) || isSameText(text, draft.content)
      }
      // Where the other form has left its text of the same draft, this one is a draft of its own beside it.
      const key = [draft.key, left?.key ?? draft.key].find(isFree) ?? { ...draft.key, token: newId() }
      const revision = draftId(key) === draftId(draft.key) ? draft.revision : 0
      if (unwritten?.add({ ...draft, key, revision }) !== true) return false
      if (left !== undefined && draftId(left.key) !== draftId(key)) unwritten.remove(left)
      left = { key, content: draft.content }
      return true
    },
    remove() {
      if (left !== undefined) unwritten?.remove(left)
      left = undefined
    },
  }
}
