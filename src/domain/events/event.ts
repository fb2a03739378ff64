export const EVENT_STATUSES = ['ON_REVIEW', 'PUBLISHED', 'REJECTED'] as const
export type EventStatus = (typeof EVENT_STATUSES)[number]

export const REVIEW_ACTIONS = ['approve', 'reject'] as const
export type ReviewAction = (typeof REVIEW_ACTIONS)[number]

export const REASON_MAX = 500

export function reviewedStatus(action: ReviewAction): Exclude<EventStatus, 'ON_REVIEW'> {
  return action === 'approve' ? 'PUBLISHED' : 'REJECTED'
}

export const REVIEW_UNDO_SECONDS = 10
/** When its mails and pushes go: no sooner than it can be undone, with what a late undo needs to arrive. */
export const REVIEW_DELAY_SECONDS = REVIEW_UNDO_SECONDS + 2

/** The delay of every event of a batch: thousands are sent in many calls, and the first can still be undone after the last. */
export const BATCH_REVIEW_DELAY_SECONDS = 60

export function isReviewable(status: EventStatus): boolean {
  return status === 'ON_REVIEW'
}

/** Longer events do not push today's down the list (rules 4.5): three days, of which one may have 25 hours. */
export const LONG_EVENT_SECONDS = 3 * 86_400 + 3600

export function isLongEvent({ start_time, end_time }: { start_time: number; end_time: number }): boolean {
  return end_time - start_time > LONG_EVENT_SECONDS
}

export const MAX_PHOTO_BYTES = 10 * 1024 * 1024
/** Base64 of the largest photo, with room for a `data:` prefix. */
export const MAX_PHOTO_BASE64_CHARS = Math.ceil(MAX_PHOTO_BYTES / 3) * 4 + 64
export const PHOTO_TYPES = ['image/jpeg', 'image/jpg', 'image/png'] as const

/** `full` is at most 1600 px; it and the link preview, which older chat apps read, are JPEGs, the others WebP. */
export const PHOTO_VARIANTS = ['full', '1200x630', '800', '400'] as const
export type PhotoVariant = (typeof PHOTO_VARIANTS)[number]

export function photoFileName(hash: string, variant: PhotoVariant): string {
  return `${hash}-${variant}.${variant === 'full' || variant === '1200x630' ? 'jpg' : 'webp'}`
}

/** The address of another picture of the same photo, signed alike. Addresses that are not ours come back unchanged. */
export function photoVariant(photoUrl: string, variant: PhotoVariant): string {
  return photoUrl.replace(
    /(\/photos\/[0-9a-f]{16,64})-(?:full|[0-9x]+)\.(?:jpg|webp)(?=$|\?)/,
    (_, base: string) => photoFileName(base, variant),
  )
}

/** The hash in the address of one of our photos: the same for all its pictures. Undefined for other addresses. */
export function photoHash(photoUrl: string): string | undefined {
  return /\/photos\/([0-9a-f]{16,64})-/.exec(photoUrl)?.[1]
}
