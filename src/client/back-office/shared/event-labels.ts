import type { EventStatus } from '@/domain/events/event'
import * as m from '@/messages/compiled/messages.js'

export const STATUS_LABELS: Record<EventStatus, () => string> = {
  ON_REVIEW: () => m.admin_status_on_review(),
  PUBLISHED: () => m.admin_status_published(),
  REJECTED: () => m.admin_status_rejected(),
}

export const STATUS_TONES: Record<EventStatus, 'warning' | 'success' | 'danger'> = {
  ON_REVIEW: 'warning',
  PUBLISHED: 'success',
  REJECTED: 'danger',
}
