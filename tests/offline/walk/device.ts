import { IDBKeyRange } from 'fake-indexeddb'
import type { DraftSlot } from '@/offline/outbox/drafts'
import {
  isUnsent,
  isVisibleTo,
  mayHaveArrived,
  OutboxRefusal,
  OutboxUnavailable,
  writerOf,
  type OutboxContent,
  type OutboxEntry,
  type OutboxPhoto,
} from '@/offline/outbox/entry'
import { openFormDraft } from '@/offline/outbox/form-draft'
import { isStorageError } from '@/offline/platform/indexed-db'
import type { fillableStorage } from '@tests/support/attacks/fillable-storage'
import type { FaultyNetwork } from '@tests/support/offline/faulty-network'
import { createPhone } from '@tests/support/offline/offline-phone'
import type { FakeClock } from '@tests/support/server/fake-clock'

// Everything of the walk that knows the offline code. What stands beside each method is what the person does and sees.

export type Content = OutboxContent
export type Photo = OutboxPhoto
export type Tab = ReturnType<ReturnType<typeof createDevice>['open']>
export type Form = Awaited<ReturnType<Tab['openForm']>>
export type Seen = Awaited<ReturnType<Tab['entries']>>[number]
export type Editor = NonNullable<Awaited<ReturnType<Tab['edit']>>>

/**
 * What the page says after Submit or Save.
 * accepted: 'Saved on this phone', or 'Sent'; `id` stands for it in the list from here on, and is its Idempotency-Key.
 * Otherwise the form has its text. already: it was submitted in another tab; the person leaves the form. refused: it is neither
 * stored nor sent. changed: another tab has changed the entry since; saved once more, this text counts. too-late: the entry is on
 * its way, was sent or was discarded.
 */
export type Outcome =
  | { says: 'accepted'; id: string }
  | { says: 'already' | 'refused' | 'changed' | 'too-late' }

interface DeviceDeps {
  clock: FakeClock
  network: Pick<FaultyNetwork, 'fetch'>
  random: () => number
  disk: ReturnType<typeof fillableStorage>
}

/** One device: its storage outlives the tabs and the worker. */
export function createDevice({ disk, ...deps }: DeviceDeps) {
  const database = { indexedDB: disk.factory, IDBKeyRange }
  const phone = createPhone({ ...deps, database, newId: () => crypto.randomUUID() })
  const setItem = phone.storage.setItem.bind(phone.storage)
  phone.storage.setItem = (key, value) => {
    disk.write()
    setItem(key, value)
  }

  /** A tab of the site, or the service worker. It reads the stored session as it starts. */
  function open(kind: 'page' | 'worker' = 'page') {
    const { outbox, drafts, session, isDead, kill } = phone.openTab({ kind })
    const account = () => session.current()?.user.id ?? null

    async function openForm(slot: DraftSlot) {
      await session.ready
      const draft = await openFormDraft({ drafts, outbox: async () => outbox, slot, owner: account() })
      let isKept = true
      return {
        draft,
        /** The person types, chooses another photo, or removes it. */
        type: (content: unknown, photo?: Photo) => void (isKept = draft.write(content, photo)),
        /** The person pauses until the device has taken what was typed, or not. */
        pause: draft.settled,
        /** False: the form says that this browser keeps nothing of it. */
        isKept: () => isKept,
        close: () => undefined,
        startOver: async () => draft.drop(),
      }
    }

    async function save(id: string, content: Content, photo?: Photo): Promise<OutboxEntry> {
      return outbox.save((await outbox.get(id)) ?? { id }, content, photo)
    }

    return {
      kind,
      isDead,
      /** Its account, null for a visitor. */
      account,
      ready: async () => void (await session.ready),
      signIn: async (email: string, password: string) => (await session.login(email, password)).kind === 'ok',
      /** 'delete': with all that waits for the account. */
      async signOut(how: 'keep' | 'delete'): Promise<void> {
        const owner = await session.owner()
        if (how === 'delete' && owner !== null) await outbox.removeOf(owner)
        await session.logout()
        await outbox.removeReceiptsExcept(null)
      },
      /** The form of a new event, with what was last typed and not submitted. */
      async openForm() {
        const { draft, ...form } = await openForm('event/new')
        return {
          ...form,
          restored: draft.restored?.content as Content | undefined,
          restoredPhoto: draft.restored?.photo,
          submit: (content: Content, photo?: Photo) => says(draft.submit(content, photo)),
        }
      },
      /** The half-written new events that the account may see. */
      async drafts(): Promise<{ content: Content; photo?: Photo | undefined }[]> {
        const all = drafts.list('event/new', account())
        return Promise.all(
          all.map(async ({ content, token, hasPhoto }) => ({
            content: content as Content,
            photo: hasPhoto ? (await outbox.ofDraft(token)).photo : undefined,
          })),
        )
      },
      /** A form without a draft. `over`: an entry that waits, whose place it takes. */
      submit: (content: Content, photo?: Photo, over?: string) =>
        says(over === undefined ? outbox.enqueue(content, photo) : save(over, content, photo)),
      /** All that waits or was sent, with what is on the disk of it; `isShown`: the account may read it. */
      async entries() {
        return (await outbox.list()).map((entry) => ({
          id: entry.id,
          content: entry as Content,
          state: entry.state,
          /** What the server has against it: its code, and the fields that it names. */
          error: entry.lastError,
          owner: entry.owner,
          writer: writerOf(entry),
          isShown: isVisibleTo(entry, account()),
          isUnsent: isUnsent(entry),
        }))
      },
      /** The number on the badge. */
      count: () => outbox.waiting(),
      /** Opens what waits for editing: it is not sent until it is closed, or its tab is. Undefined: too late. */
      async edit(id: string) {
        const editing = await outbox.edit(id).catch((error: unknown) => {
          if (error instanceof OutboxRefusal && ['busy', 'gone'].includes(error.reason)) return undefined
          throw error
        })
        if (editing === undefined) return undefined
        const { entry, release } = editing
        const { draft, ...form } = await openForm(`edit/${id}`)
        const restored = draft.restored?.content as
          | { content: Content; edits: number | undefined }
          | undefined
        const edits = restored === undefined ? entry.edits : restored.edits
        return {
          ...form,
          id,
          content: restored?.content ?? (entry as Content),
          photo: restored === undefined ? editing.photo : draft.restored?.photo,
          type: (content: Content, photo?: Photo) => form.type({ content, edits }, photo),
          save: (content: Content, photo?: Photo) => says(draft.save({ id, edits }, content, photo)),
          async abandon(): Promise<void> {
            draft.drop()
            await release()
          },
          /** After it was saved. */
          release,
        }
      },
      /** 'may-have-arrived' is said before the person confirms; undefined: it is not there any more. */
      async discard(id: string): Promise<'never-sent' | 'may-have-arrived' | undefined> {
        const entry = await outbox.discard(id)
        if (entry === undefined) return undefined
        return mayHaveArrived(entry) ? 'may-have-arrived' : 'never-sent'
      },
      /** 'Send now', of one or of all. */
      sendNow: (id?: string) => unlessRefused(outbox.sendNow(id)),
      /** False: it is on its way, or the device has no room to note it. */
      sendWithoutAccount: (id: string) => outbox.detachAccount(id).catch(isTakenBack),
      /** Sends what is due. The page does so by itself; the worker in a background sync. `networkIsBack`: the browser's `online`. */
      deliver: (networkIsBack = false) => outbox.schedule({ networkIsBack }),
      /** The page is hidden and then gone, as in a reload; `kill`: its process is, with no word. */
      close: kill,
      kill,
    }
  }

  return { open }
}

const SAID = {
  submitted: 'already',
  changed: 'changed',
  busy: 'too-late',
  gone: 'too-late',
  full: 'refused',
} as const

async function says(submitted: Promise<{ id: string }>): Promise<Outcome> {
  try {
    return { says: 'accepted', id: (await submitted).id }
  } catch (error) {
    if (error instanceof OutboxUnavailable) return { says: 'refused' }
    if (error instanceof OutboxRefusal) return { says: SAID[error.reason] }
    throw error
  }
}

/** A full disk: the page says so, and nothing has changed. */
function isTakenBack(error: unknown): false {
  if (!isStorageError(error)) throw error
  return false
}

async function unlessRefused(work: Promise<unknown>): Promise<void> {
  await work.catch(isTakenBack)
}
