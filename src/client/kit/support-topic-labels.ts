import type { SupportTopic } from '@/domain/support-message'
import * as m from '@/messages/compiled/messages.js'

export const TOPIC_LABELS: Record<SupportTopic, () => string> = {
  'Event Support': () => m.support_topic_event(),
  'Technical Support': () => m.support_topic_technical(),
  'Urgent Matter': () => m.support_topic_urgent(),
  Feedback: () => m.support_topic_feedback(),
  Other: () => m.support_topic_other(),
}
