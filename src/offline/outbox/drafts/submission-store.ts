import type { OutboxContent, OutboxEntry, OutboxPhoto } from '../entry'
import type { KnownDraft } from './draft-key'
import type { Written } from './edit-entry'

export interface SubmitOptions {
  /** The unsent entry that this takes the place of, as it was when its form was opened. */
  replaces?: Replaced | undefined
}

/** The part of an entry by which its editor knows it. */
export type Replaced = Written & Pick<OutboxEntry, 'id'>

interface StoreOptions {
  dropsDraft: KnownDraft
  owner: string | null | undefined
  opened?: Written | undefined
}

/** The part of the outbox that a form writes to. */
export interface SubmissionStore {
  enqueue(content: OutboxContent, photo: OutboxPhoto | undefined, options: StoreOptions): Promise<OutboxEntry>
  replace(
    id: string,
    content: OutboxContent,
    photo: OutboxPhoto | undefined,
    options: StoreOptions,
  ): Promise<OutboxEntry>
}
