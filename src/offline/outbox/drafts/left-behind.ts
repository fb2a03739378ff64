import { isSameText } from '../same-text'
import { draftId, type DraftKey } from './draft-key'
import type { LeftText, UnwrittenDraft, UnwrittenDrafts } from './unwritten-drafts'

/** The text that one open form leaves for the next page. It replaces nothing that another form has left of the same draft. */
export interface LeftBehind {
  /** Whether it is stored. */
  leave(draft: Omit<UnwrittenDraft, 'leftAt'>): boolean
  /** It is no longer needed: the form goes on, and has written it. */
  remove(): void
}

export function createLeftBehind(
  unwritten: UnwrittenDrafts | undefined,
  newId: () => string,
  restored: (LeftText & { isLeft?: true }) | undefined,
): LeftBehind {
  let left: LeftText | undefined = restored?.isLeft ? restored : undefined
  return {
    leave(draft) {
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
