import * as z from 'zod/mini'
import { tabDraft } from '@/client/back-office/layout/dialogs/tab-draft'

const severalSchema = z.object({ ids: z.array(z.string()), reason: z.string() })

/**
 * A reason for a rejection that is written and not sent: of one event by its id, or of several. It stays after the rejection, which can be
 * undone.
 */
export function rejectDraft(userId: string, about: string | readonly string[]) {
  const keyOf = (key: string) => tabDraft(`reject-reason:${userId}:${key}`)
  return typeof about === 'string' ? keyOf(about) : severalDraft(keyOf('batch'), about)
}

/** The draft of the last events that were rejected at once is there for those that were left, and not for others that were chosen since. */
function severalDraft(draft: ReturnType<typeof tabDraft>, ids: readonly string[]) {
  return {
    read: (): string => {
      const stored = parse(draft.read())
      const known = new Set(stored?.ids)
      return stored !== undefined && ids.some((id) => known.has(id)) ? stored.reason : ''
    },
    write: (reason: string): void => draft.write(reason === '' ? '' : JSON.stringify({ ids, reason })),
  }
}

function parse(text: string) {
  try {
    return severalSchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
