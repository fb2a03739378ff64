import { Banner } from '@/client/design-system/banner'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import type { OwnEvent } from '@/contract/events/events'
import type { EventStatus } from '@/domain/events/event'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'

// It reads the outbox, whose library most pages do without.
const SubmitAgain = lazyPart(async () => (await import('@/client/shared/outbox/submit-again')).SubmitAgain)

const TONES: Record<EventStatus, 'warning' | 'success' | 'danger'> = {
  ON_REVIEW: 'warning',
  PUBLISHED: 'success',
  REJECTED: 'danger',
}
const TITLES: Record<EventStatus, () => string> = {
  ON_REVIEW: () => m.event_status_on_review(),
  PUBLISHED: () => m.event_status_published(),
  REJECTED: () => m.event_status_rejected(),
}
const TEXTS: Record<EventStatus, () => string> = {
  ON_REVIEW: () => m.event_status_on_review_text(),
  PUBLISHED: () => m.event_status_published_text(),
  REJECTED: () => m.event_status_rejected_text(),
}

/** Whether it is published; only its submitter and administrators are told a status. */
export function isPublished({ status }: OwnEvent): boolean {
  return status === undefined || status === 'PUBLISHED'
}

/** How far the review of an event is, for its submitter, who may submit it again; nothing for other visitors. */
export function EventStatusBanner({ event }: { event: OwnEvent }) {
  const { id, title, status, is_own: isOwn, review_reason: reason } = event
  if (status === undefined) return null
  return (
    <Banner tone={TONES[status]} title={TITLES[status]()} className={wide}>
      <p>{TEXTS[status]()}</p>
      {status === 'REJECTED' && reason !== undefined ? (
        <p className={reasonText}>{m.event_status_reason({ reason })}</p>
      ) : null}
      {status === 'REJECTED' && isOwn ? <SubmitAgain id={id} title={title} /> : null}
    </Banner>
  )
}

const wide = css({ width: 'full' })
const reasonText = css({ whiteSpace: 'pre-line', overflowWrap: 'anywhere', marginTop: '1' })
