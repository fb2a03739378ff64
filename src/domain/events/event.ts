export const EVENT_STATUSES = ['ON_REVIEW', 'PUBLISHED', 'REJECTED'] as const
export type EventStatus = (typeof EVENT_STATUSES)[number]

export const REVIEW_ACTIONS = ['approve', 'reject'] as const
export type ReviewAction = (typeof REVIEW_ACTIONS)[number]

export const REASON_MAX = 500

/** The status that a review leads to (rules 4.4). Only an event ON_REVIEW can be reviewed. */
export function reviewedStatus(action: ReviewAction): EventStatus {
  return action === 'approve' ? 'PUBLISHED' : 'REJECTED'
}

/** How long a review can be undone. */
export const REVIEW_UNDO_SECONDS = 10
/** When its mails and pushes go: no sooner than it can be undone, with what a late undo needs to arrive. */
export const REVIEW_DELAY_SECONDS = REVIEW_UNDO_SECONDS + 2

/** The delay of every event of a batch: thousands are sent in many calls, and the first can still be undone after the last. */
export const BATCH_REVIEW_DELAY_SECONDS = 60

export function isReviewable(status: EventStatus): boolean {
  return status === 'ON_REVIEW'
}

/**
 * An event longer than this does not push today's events down the list (rules 4.5): three days, of which one
 * may have 25 hours.
 */
export const LONG_EVENT_SECONDS = 3 * 86_400 + 3600

/** Whether it lasts so long that it stands after the other events of a day ('Also on'). Epoch seconds. */
export function isLongEvent({ start_time, end_time }: { start_time: number; end_time: number }): boolean {
  return end_time - start_time > LONG_EVENT_SECONDS
}
