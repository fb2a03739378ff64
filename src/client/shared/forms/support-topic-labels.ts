import { SUPPORT_TOPICS, type SupportTopic } from '@/domain/support/support-message'
import * as m from '@/messages/compiled/messages.js'
import type { Locale } from '@/messages/compiled/runtime.js'

type Label = (inputs?: Record<string, never>, options?: { locale?: Locale }) => string

export const TOPIC_LABELS: Record<SupportTopic, Label> = {
  'Event Support': m.support_topic_event,
  'Technical Support': m.support_topic_technical,
  'Urgent Matter': m.support_topic_urgent,
  Feedback: m.support_topic_feedback,
  Other: m.support_topic_other,
}

/** The topic in this language, by default the page's; one that this version does not know is shown as it came. */
export function topicLabel(topic: string, locale?: Locale): string {
  const known = SUPPORT_TOPICS.find((one) => one === topic)
  return known === undefined ? topic : TOPIC_LABELS[known]({}, locale && { locale })
}
