import { randomUUID } from 'node:crypto'
import type { ActivityAction, ActivityDetails } from '@/domain/activity'
import { atSeconds } from './client'
import type { Queryable } from './client'
import { activities } from './schema'

/** Who did it, in which session. */
export interface Actor {
  currentUser: { id: string; sessionId: string }
  nowSeconds: number
}

interface Subject {
  id: string
  /** Its title or name; empty for people. */
  label: string
  details?: ActivityDetails
}

/** Writes to the activity log, in the transaction of what it tells of. */
export async function recordActivity(
  tx: Queryable,
  { currentUser, nowSeconds }: Actor,
  action: ActivityAction,
  subjects: readonly Subject[],
): Promise<void> {
  if (subjects.length === 0) return
  await tx.insert(activities).values(
    subjects.map(({ id, label, details = {} }) => ({
      id: randomUUID(),
      userId: currentUser.id,
      sessionId: currentUser.sessionId,
      action,
      subjectId: id,
      subjectLabel: label,
      details,
      createdAt: atSeconds(nowSeconds),
    })),
  )
}
