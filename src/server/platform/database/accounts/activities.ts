import type { ActivityAction, ActivityDetails } from '@/domain/staff/activity'
import { atSeconds } from '../client'
import type { Queryable } from '../client'
import { activities } from '../schema'
import { timeOrderedId } from '../time-ordered-id'

/** Stands in place of a session where there is none. */
const NO_SESSION = '00000000-0000-0000-0000-000000000000'

/** The administrator who did it, and the session. */
export interface Actor {
  currentUser: { id: string; sessionId: string }
  nowSeconds: number
}

interface Subject {
  id: string
  /** The title or name of its object; empty for people. */
  label: string
  details?: ActivityDetails
}

/** An organiser without an account, by the link of a mail. */
type Organiser = Omit<Actor, 'currentUser'> & { currentUser: undefined }

/** Writes to the activity log, in the transaction of what it tells of. */
export async function recordActivity(
  tx: Queryable,
  { currentUser, nowSeconds }: Actor | Organiser,
  action: ActivityAction,
  subjects: readonly Subject[],
): Promise<void> {
  if (subjects.length === 0) return
  await tx.insert(activities).values(
    subjects.map(({ id, label, details = {} }) => ({
      // Entries of one second are told apart by it.
      id: timeOrderedId(),
      userId: currentUser?.id,
      sessionId: currentUser?.sessionId ?? NO_SESSION,
      action,
      subjectId: id,
      subjectLabel: label,
      details,
      createdAt: atSeconds(nowSeconds),
    })),
  )
}
