import { useInfiniteQuery } from '@tanstack/react-query'
import { uuid } from '@/contract/envelope'
import { listActivities, type Activity } from '@/contract/back-office/back-office-overview'
import { TextLink } from '@/client/shared/links/link'
import * as actions from '@/messages/compiled/admin_actions.js'
import * as jobs from '@/messages/compiled/admin_jobs.js'
import * as m from '@/messages/compiled/messages.js'
import { Instant, type Columns } from '@/client/back-office/shared/table'
import { topicLabel } from '@/client/shared/forms/support-topic-labels'
import { STATE_LABELS } from '@/client/shared/programme/event-state'
import { dayText } from '@/client/shared/time/event-dates'
import { ACTIVITY_ACTIONS, type ActivityAction } from '@/domain/staff/activity'
import type { EventField } from '@/domain/events/event-fields'
import { EVENT_FIELD_LABELS } from '@/client/shared/event-form/problems'
import { getLocale } from '@/messages/compiled/runtime.js'
import { JOB_NAMES, type JobName } from '@/domain/staff/jobs'
import { PagedTable, text } from '@/client/back-office/shared/page'
import { pagedQuery } from '@/client/back-office/shared/back-office-queries'
import { css } from 'styled-system/css'

interface ActivityListProps {
  filter: ActivityFilter
  /** The page itself is about the subject, and shows what is not there in one line. */
  isOfSubject?: boolean
}

const COLUMNS: Columns<Activity> = [
  [m.admin_activity_when, (entry) => <Instant seconds={entry.created_at} />],
  [m.admin_activity_who, (entry) => <Actor entry={entry} />],
  [m.admin_activity_what, (entry) => <Details entry={entry} />],
  [m.admin_activity_subject, (entry) => <Subject entry={entry} />],
]

/** The log of administrators, with old and new value. */
export function ActivityList({ filter, isOfSubject = false }: ActivityListProps) {
  const list = useInfiniteQuery(pagedQuery('activities', listActivities, filter))
  if (isOfSubject && list.data?.pages[0]?.items.length === 0)
    return <p className={text.muted}>{m.admin_activity_of_none()}</p>
  return (
    <PagedTable
      list={list}
      label={m.admin_activity_title()}
      empty={m.admin_activity_none()}
      failed={m.admin_activity_failed()}
      columns={isOfSubject ? COLUMNS.slice(0, -1) : COLUMNS}
    />
  )
}

function Actor({ entry: { user, action } }: { entry: Activity }) {
  if (action === 'event.organiser-state-set')
    return <span className={text.muted}>{m.admin_activity_organiser()}</span>
  if (user === undefined) return <span className={text.muted}>{m.admin_activity_deleted_account()}</span>
  return (
    <div className={person}>
      <bdi>{user.name}</bdi>
      <span className={text.below}>{user.email}</span>
    </div>
  )
}

/** Leads to the subject as long as it is there. */
function Subject({ entry }: { entry: Activity }) {
  const { action, subject } = entry
  const label = subjectLabel(entry)
  if (!subject.exists) return <span className={text.muted}>{label}</span>
  if (action.startsWith('tag.')) return <TextLink to="/backoffice/tags">{label}</TextLink>
  if (action.startsWith('contact-form.')) return <TextLink to="/backoffice/contact-forms">{label}</TextLink>
  const page = isAboutPerson(action) ? '/backoffice/users/$id' : '/backoffice/events/$id'
  return (
    <TextLink to={page} params={{ id: subject.id }}>
      {label}
    </TextLink>
  )
}

/** An activity says what was done; an edit names each field before and after. */
export function Details({ entry: { action, details } }: { entry: Activity }) {
  const { reason, changes = [], name, state, note, day } = details
  const renamed = action.endsWith('.merged') ? m.admin_activity_merged : m.admin_activity_renamed
  const lines = [
    reason && m.admin_activity_reason({ reason }),
    state !== undefined &&
      m.admin_activity_state({
        of: day === undefined ? m.admin_state_whole() : dayText(day, getLocale()),
        state: state === null ? m.admin_state_none() : STATE_LABELS[state](),
      }),
    note,
    name && renamed({ name }),
  ]
  return (
    <>
      <span>{actionLabel(action)}</span>
      {lines.filter(Boolean).map((line) => (
        <span key={String(line)} className={text.below}>
          {line}
        </span>
      ))}
      {changes.map(({ field, before, after }) => (
        <span key={field} className={text.below}>
          <strong>{isField(field) ? EVENT_FIELD_LABELS[field]() : field}</strong>
          {before === '' ? null : <del className={value}>{before}</del>}
          {after === '' ? null : <ins className={value}>{after}</ins>}
        </span>
      ))}
    </>
  )
}

function isField(field: string): field is EventField {
  return field in EVENT_FIELD_LABELS
}

// Names and addresses break only where they are long.
const person = css({ minWidth: { md: '[11rem]' } })
const value = css({
  display: 'block',
  whiteSpace: 'pre-line',
  textDecoration: 'none',
  borderLeft: '[2px solid]',
  paddingLeft: '2',
  marginTop: '1',
  '&:is(del)': { borderColor: 'danger', textDecoration: 'line-through' },
  '&:is(ins)': { borderColor: 'success.fg', color: 'fg.default' },
})

type WithoutSign<Code extends string, Sign extends string> = Code extends `${infer Start}${Sign}${infer Rest}`
  ? `${Start}_${WithoutSign<Rest, Sign>}`
  : Code
/** A code is the key of its message (tools/codegen), with `_` for its signs. */
type Key<Code extends string> = WithoutSign<WithoutSign<WithoutSign<Code, '.'>, '-'>, ':'>
const keyOf = <Code extends string>(code: Code) => code.replaceAll(/[.:-]/g, '_') as Key<Code>
const ACTION_LABELS: Record<Key<ActivityAction>, () => string> = actions
const JOB_LABELS: Record<Key<JobName>, () => string> = jobs

export function actionLabel(action: ActivityAction): string {
  return ACTION_LABELS[keyOf(action)]()
}

/** The label of a job by its name; a name of another version stands for itself. */
export function jobLabel(name: string): string {
  const known = JOB_NAMES.find((one) => one === name)
  return known === undefined ? name : JOB_LABELS[keyOf(known)]()
}

export function isAboutPerson(action: ActivityAction): boolean {
  return /^(?:user|organiser|second-factor)\./.test(action)
}

/** The label of a subject: a support message has its topic's, in the reader's language; a deleted account has no name. */
export function subjectLabel({ action, subject: { label } }: Pick<Activity, 'action' | 'subject'>): string {
  if (label === undefined) return isAboutPerson(action) ? m.admin_activity_deleted_account() : '–'
  if (action.startsWith('job.')) return jobLabel(label)
  return action.startsWith('contact-form.') ? topicLabel(label) : label
}

interface ActivityFilter {
  action?: ActivityAction
  user_id?: string
  subject_id?: string
}

/** The filters of an address that anyone may have written; what makes no sense is left out. */
export function readActivitySearch(search: Record<string, unknown>) {
  const action = ACTIVITY_ACTIONS.find((one) => one === search['action'])
  const { data: user_id } = uuid.safeParse(search['user_id'])
  return { ...(action && { action }), ...(user_id !== undefined && { user_id }) }
}
