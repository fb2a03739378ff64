import { randomBytes } from 'node:crypto'
import type { ActivityAction, ActivityDetails } from '@/domain/staff/activity'
import { atSeconds, type Queryable } from '@/server/platform/database/client'
import { activities } from '@/server/platform/database/schema'

const NO_SESSION = '00000000-0000-0000-0000-000000000000'

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

/** Nobody is signed in where an organiser without an account uses the link of a mail. */
export async function recordActivity(
  tx: Queryable,
  { currentUser, nowSeconds }: { currentUser: Actor['currentUser'] | undefined; nowSeconds: number },
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

let lastMs = 0
let counter = 0

/** UUID version 7 (RFC 9562, 5.7, method 1), in order also within a millisecond: some rows' `created_at` counts whole seconds. */
export function timeOrderedId(nowMs = Date.now()): string {
  // A clock that is set back, or a counter that is full, goes on from the last id.
  if (nowMs > lastMs) [lastMs, counter] = [nowMs, 0]
  else counter += 1
  if (counter > 0xf_ff) [lastMs, counter] = [lastMs + 1, 0]
  const random = randomBytes(8)
  random[0] = ((random[0] ?? 0) & 0x3f) | 0x80
  const hex = `${lastMs.toString(16).padStart(12, '0')}7${counter.toString(16).padStart(3, '0')}${random.toString('hex')}`
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
