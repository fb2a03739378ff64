export const EVENT_STATUSES = ['ON_REVIEW', 'PUBLISHED', 'REJECTED'] as const
export type EventStatus = (typeof EVENT_STATUSES)[number]

export const REVIEW_ACTIONS = ['approve', 'reject'] as const
export type ReviewAction = (typeof REVIEW_ACTIONS)[number]

export const REASON_MAX = 500

/** The status that a review leads to (spec 4). Only an event ON_REVIEW can be reviewed. */
export function reviewedStatus(action: ReviewAction): EventStatus {
  return action === 'approve' ? 'PUBLISHED' : 'REJECTED'
}

export function isReviewable(status: EventStatus): boolean {
  return status === 'ON_REVIEW'
}

/**
 * An event longer than this does not push today's events down the list (decisions, small print): three days, of which one
 * may have 25 hours.
 */
export const LONG_EVENT_SECONDS = 3 * 86_400 + 3600
