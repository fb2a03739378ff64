import type { OutboxContent, OutboxEntry, OutboxPhoto } from '../entry'
import type { KnownDraft } from './draft-key'

export interface SubmitOptions {
  /** The unsent entry that this takes the place of, as it was when its form was opened. */
  replaces?: Replaced | undefined
}

/** An entry as its editor knows it. */
export interface Replaced {
  id: string
  /** Its `writtenText`. */
  opened: string
}

interface StoreOptions {
  dropsDraft: KnownDraft
  owner: string | null | undefined
  opened?: string | undefined
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
