import { Link } from '@tanstack/react-router'
import type { Activity } from '@/contract/back-office/back-office-activities'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { textLink } from 'styled-system/recipes'
import { Instant } from '@/client/back-office/layout/lists/instant'
import { Cell, Table } from '@/client/back-office/layout/lists/table'
import { ACTION_LABELS, detailLines, isAboutPerson, subjectLabel } from './activity-labels'

interface ActivityTableProps {
  entries: readonly Activity[]
  /** The table is on a page that is about the subject itself. */
  hasSubject?: boolean
}

/** Entries of the activity log: when, who, what, about what, and in which session. */
export function ActivityTable({ entries, hasSubject = true }: ActivityTableProps) {
  return (
    <Table
      label={m.admin_activity_title()}
      columns={[
        m.admin_activity_when(),
        m.admin_activity_who(),
        m.admin_activity_what(),
        ...(hasSubject ? [m.admin_activity_subject()] : []),
        m.admin_activity_session(),
      ]}
    >
      {entries.map((entry) => (
        <tr key={entry.id}>
          <Cell label={m.admin_activity_when()}>
            <Instant seconds={entry.created_at} />
          </Cell>
          <Cell label={m.admin_activity_who()}>
            <div className={person}>
              <Actor entry={entry} />
            </div>
          </Cell>
          <Cell label={m.admin_activity_what()}>
            <span>{ACTION_LABELS[entry.action]()}</span>
            {detailLines(entry).map((line) => (
              <span key={line} className={more}>
                {line}
              </span>
            ))}
          </Cell>
          {hasSubject ? (
            <Cell label={m.admin_activity_subject()}>
              <Subject entry={entry} />
            </Cell>
          ) : null}
          <Cell label={m.admin_activity_session()}>
            <span className={session}>{entry.session}</span>
            {entry.is_this_session ? <span className={more}>{m.admin_activity_this_session()}</span> : null}
          </Cell>
        </tr>
      ))}
    </Table>
  )
}

function Actor({ entry: { user, action } }: { entry: Activity }) {
  if (action === 'event.organiser-state-set')
    return <span className={muted}>{m.admin_activity_organiser()}</span>
  if (user === undefined) return <span className={muted}>{m.admin_activity_deleted_account()}</span>
  return (
    <>
      <span>{user.name}</span>
      <span className={more}>{user.email}</span>
    </>
  )
}

/** Leads to the subject as long as it is there. */
function Subject({ entry }: { entry: Activity }) {
  const label = subjectLabel(entry)
  if (!entry.subject.exists) return <span className={muted}>{label}</span>
  const className = textLink()
  if (entry.action.startsWith('tag.'))
    return (
      <Link to="/backoffice/tags" className={className}>
        {label}
      </Link>
    )
  if (entry.action.startsWith('contact-form.'))
    return (
      <Link to="/backoffice/contact-forms" className={className}>
        {label}
      </Link>
    )
  return (
    <Link
      to={isAboutPerson(entry.action) ? '/backoffice/users/$id' : '/backoffice/events/$id'}
      params={{ id: entry.subject.id }}
      className={className}
    >
      {label}
    </Link>
  )
}

// Names and addresses break only where they are long.
const person = css({ minWidth: { md: '[11rem]' } })
const session = css({ whiteSpace: 'nowrap' })
const muted = css({ color: 'fg.muted' })
const more = css({ display: 'block', textStyle: 'small', color: 'fg.muted' })
