import { jobLabel } from '@/client/back-office/layout/jobs/job-labels'
import { topicLabel } from '@/client/shared/forms/support-topic-labels'
import { STATE_LABELS } from '@/client/shared/programme/event-state'
import { dayText } from '@/client/shared/time/event-dates'
import type { Activity } from '@/contract/back-office/back-office-activities'
import type { ActivityAction } from '@/domain/staff/activity'
import type { EventUpdate } from '@/domain/submissions/submission'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'

/** The label of each kind of activity. */
export const ACTION_LABELS: Record<ActivityAction, () => string> = {
  'event.approved': m.admin_activity_event_approved,
  'event.rejected': m.admin_activity_event_rejected,
  'event.review-undone': m.admin_activity_event_review_undone,
  'event.created': m.admin_activity_event_created,
  'event.edited': m.admin_activity_event_edited,
  'event.state-set': m.admin_activity_event_state_set,
  'event.organiser-state-set': m.admin_activity_event_organiser_state_set,
  'event.proposal-approved': m.admin_activity_event_proposal_approved,
  'event.proposal-rejected': m.admin_activity_event_proposal_rejected,
  'event.deleted': m.admin_activity_event_deleted,
  'event.imported': m.admin_activity_event_imported,
  'tag.created': m.admin_activity_tag_created,
  'tag.renamed': m.admin_activity_tag_renamed,
  'tag.merged': m.admin_activity_tag_merged,
  'tag.deleted': m.admin_activity_tag_deleted,
  'place.merged': m.admin_activity_place_merged,
  'organiser.marked': m.admin_activity_organiser_marked,
  'organiser.edited': m.admin_activity_organiser_edited,
  'organiser.removed': m.admin_activity_organiser_removed,
  'user.promoted': m.admin_activity_user_promoted,
  'user.demoted': m.admin_activity_user_demoted,
  'user.suspended': m.admin_activity_user_suspended,
  'user.reinstated': m.admin_activity_user_reinstated,
  'user.sessions-ended': m.admin_activity_user_sessions_ended,
  'contact-form.done': m.admin_activity_contact_form_done,
  'contact-form.reopened': m.admin_activity_contact_form_reopened,
  'contact-form.deleted': m.admin_activity_contact_form_deleted,
  'second-factor.added': m.admin_activity_second_factor_added,
  'second-factor.removed': m.admin_activity_second_factor_removed,
  'job.retried': m.admin_activity_job_retried,
  'week-mail.line-set': m.admin_activity_week_line_set,
}

const FIELD_LABELS: Record<Exclude<keyof EventUpdate, 'revision'>, () => string> = {
  title: m.admin_activity_field_title,
  description: m.admin_description,
  location_name: m.admin_location,
  latitude: m.admin_location,
  longitude: m.admin_location,
  timetable: m.admin_timetable,
  tag_keys: m.admin_tags,
  info_url: m.admin_info_url,
  info_links: m.admin_info_links,
  price: m.admin_price,
  is_donation: m.admin_price,
  audience: m.facts_audience,
  access: m.facts_access,
  languages: m.facts_languages,
  photo: m.admin_activity_field_photo,
}

/** The further details of an entry, a line each. */
export function detailLines({ action, details }: Activity): string[] {
  const { reason, fields = [], name } = details
  // Three fields make one location.
  const changed = [...new Set(fields.map(fieldLabel))].join(', ')
  return [
    ...(reason === undefined ? [] : [m.admin_activity_reason({ reason })]),
    ...stateLines(details),
    ...(changed === '' ? [] : [m.admin_activity_fields({ fields: changed })]),
    ...(name === undefined ? [] : [nameLine(action, name)]),
  ]
}

function nameLine(action: ActivityAction, name: string): string {
  if (action === 'place.merged') return m.admin_activity_merged_place({ name })
  return action === 'tag.merged' ? m.admin_activity_merged({ name }) : m.admin_activity_renamed({ name })
}

/** 'The whole event: Cancelled', and the note. */
function stateLines({ state, note, day }: Activity['details']): string[] {
  if (state === undefined) return note === undefined || note === '' ? [] : [note]
  const of = day === undefined ? m.admin_state_whole() : dayText(day, getLocale())
  const label = state === null ? m.admin_state_none() : STATE_LABELS[state]()
  return [m.admin_activity_state({ of, state: label }), ...(note === undefined ? [] : [note])]
}

function fieldLabel(field: string): string {
  return isField(field) ? FIELD_LABELS[field]() : field
}

function isField(field: string): field is keyof typeof FIELD_LABELS {
  return field in FIELD_LABELS
}

/** Whether an action is about an account. */
export function isAboutPerson(action: ActivityAction): boolean {
  return /^(?:user|organiser|second-factor)\./.test(action)
}

/** The label of a subject: a support message has its topic's, in the reader's language; a deleted account has no name. */
export function subjectLabel({ action, subject: { label } }: Pick<Activity, 'action' | 'subject'>): string {
  if (label === undefined) return isAboutPerson(action) ? m.admin_activity_deleted_account() : '–'
  if (action.startsWith('job.')) return jobLabel(label)
  return action.startsWith('contact-form.') ? topicLabel(label) : label
}
