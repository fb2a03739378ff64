import type { FormTokens } from '../delivery/form-tokens'
import type { DraftSlot } from './draft-key'
import { type DraftSession, type DraftSessionDeps, openDraftSession, type WhichDraft } from './draft-session'

interface DraftOpenerDeps extends Omit<DraftSessionDeps, 'slot' | 'which' | 'owner'> {
  session: { ready: Promise<unknown> }
  formTokens: Pick<FormTokens, 'obtain'>
  owner: () => string | null
}

/** Opens drafts for forms, each with what the forms before it have still been writing. */
export function createDraftOpener(
  deps: DraftOpenerDeps,
): (slot: DraftSlot, which?: WhichDraft) => Promise<DraftSession> {
  const { session, formTokens, drafts, withTimeout } = deps
  /** The last writes of forms that were closed: a form that is opened next begins with what they write. */
  const closing = new Set<Promise<void>>()

  return async (slot, which) => {
    // By the time that the form is filled in, the token is old enough.
    void formTokens.obtain()
    // Both wait at the same time where the storage is silent.
    const opened = Promise.all(closing)
      .then(drafts.recover)
      .then(() => drafts.list(slot))
    await Promise.allSettled([session.ready, withTimeout(opened)])
    const form = await openDraftSession({ ...deps, slot, which, owner: deps.owner() })
    return {
      ...form,
      close() {
        const written = form.flush().finally(() => closing.delete(written))
        closing.add(written)
        form.close()
      },
    }
  }
}
