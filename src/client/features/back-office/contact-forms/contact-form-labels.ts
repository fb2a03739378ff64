import type { ContactForm } from '@/contract/back-office-contact-forms'
import { SUPPORT_TOPICS } from '@/domain/support-message'
import type { SupportTopic } from '@/domain/support-message'
import * as m from '@/messages/compiled/messages.js'
import type { Locale } from '@/messages/compiled/runtime.js'

const TOPICS: Record<SupportTopic, (inputs: object, options: { locale: Locale }) => string> = {
  'Event Support': m.support_topic_event,
  'Technical Support': m.support_topic_technical,
  'Urgent Matter': m.support_topic_urgent,
  Feedback: m.support_topic_feedback,
  Other: m.support_topic_other,
}

/** The topic in this language; one that this version does not know is shown as it came. */
export function topicLabel(topic: string, locale: Locale): string {
  const known = SUPPORT_TOPICS.find((one) => one === topic)
  return known === undefined ? topic : TOPICS[known]({}, { locale })
}

export function senderOf({ first_name, last_name }: Pick<ContactForm, 'first_name' | 'last_name'>): string {
  return `${first_name} ${last_name}`
}
