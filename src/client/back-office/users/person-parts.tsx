import { useNavigate } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { secondFactorQuery } from '@/client/back-office/shared/back-office-queries'
import { Section, text } from '@/client/back-office/shared/page'
import { Instant, RowButton, shortName } from '@/client/back-office/shared/table'
import { useAction } from '@/client/back-office/shared/use-action'
import { Badge } from '@/client/design-system/badge'
import { Button } from '@/client/design-system/button'
import { useQuestion, type Question } from '@/client/back-office/shared/form-dialog'
import { saveFile } from '@/client/shared/offline/save-file'
import { useProven } from '@/client/shared/second-factor/use-proven'
import { accessRow, deviceLabel } from '@/client/shared/session/access-row'
import { resetUserSecondFactor } from '@/contract/accounts/auth'
import {
  changeRole,
  endUserSession,
  endUserSessions,
  erasePerson,
  exportPerson,
  reinstateUser,
  sendUserPasswordReset,
  suspendUser,
  type BackOfficeUser,
  type Person,
} from '@/contract/back-office/back-office-people'
import type { Role } from '@/domain/accounts/permission'
import { TextLink } from '@/client/shared/links/link'
import * as m from '@/messages/compiled/messages.js'
import type { ApiClient } from '@/offline/api/api-client'
import { cluster } from 'styled-system/patterns'

/** The parts of a person's page: what can be done to somebody, and the sections that it is made of. */

export const ROLE_LABELS: Record<Role, () => string> = {
  ADMIN: m.admin_people_role_admin,
  USER: m.admin_people_role_user,
}

export function UserBadges({ user }: { user: BackOfficeUser }) {
  return (
    <span className={cluster()}>
      <Badge {...(user.role === 'ADMIN' && { tone: 'accent' })}>{ROLE_LABELS[user.role]()}</Badge>
      {user.has_second_factor === undefined ? null : (
        <Badge tone={user.has_second_factor ? 'sea' : 'neutral'}>
          {user.has_second_factor ? m.admin_people_factor_on() : m.admin_people_factor_off()}
        </Badge>
      )}
      {user.suspended_at === undefined ? null : <Badge tone="danger">{m.admin_people_suspended()}</Badge>}
    </span>
  )
}

interface RowsSectionProps {
  title: string
  /** The sentence of an empty section. */
  none: string
  aside?: ReactNode
  rows: {
    id: string
    title: ReactNode
    detail?: ReactNode
    /** When it was, in epoch seconds. */
    at: number
    side?: ReactNode
  }[]
}

export function RowsSection({ title, none, aside, rows }: RowsSectionProps) {
  return (
    <Section title={title} aside={aside}>
      {rows.length === 0 ? (
        <p className={text.muted}>{none}</p>
      ) : (
        <ul>
          {rows.map((row) => (
            <li key={row.id} className={accessRow.row}>
              <div className={accessRow.facts}>
                <p className={text.strong}>{row.title}</p>
                {row.detail === undefined ? null : <p className={text.small}>{row.detail}</p>}
                <p className={text.small}>
                  <Instant seconds={row.at} />
                </p>
              </div>
              {row.side}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

type PersonQuestion = Pick<Question, 'text' | 'tone' | 'done' | 'send' | 'onDone'>

/** Something that is done to a person, by a button with these words. */
function personAction(action: string, name: string, question: PersonQuestion): Question {
  return {
    tone: 'primary',
    ...question,
    title: m.admin_people_question({ action, name }),
    confirmLabel: action,
    failed: m.admin_people_failed({ action }),
  }
}

/** The changes that an administrator may make to an account; nobody demotes or suspends themselves. */
export function UserAccess({ user, isSelf }: { user: BackOfficeUser; isSelf: boolean }) {
  const name = shortName(user.name)
  const { ask, close, dialog } = useQuestion()
  const { run, dialog: proof } = useProven()
  const ways = useQuery(secondFactorQuery()).data ?? { totp: false, has_password: false }
  const params = { id: user.id }
  const reset = personAction(m.admin_people_factor_reset(), name, {
    text: m.admin_people_factor_reset_text({ email: user.email }),
    tone: 'danger',
    done: m.admin_people_factor_reset_done(),
    send: (api) => {
      close()
      return run(ways, (body) => api.call(resetUserSecondFactor, { params, body }))
    },
  })
  const password = personAction(m.admin_people_reset(), name, {
    text: m.admin_people_reset_text({ email: user.email }),
    done: m.admin_people_reset_done(),
    send: (api) => api.call(sendUserPasswordReset, { params }),
  })
  const actions = [
    roleAction(user, name),
    password,
    ...(user.has_second_factor === true ? [reset] : []),
    suspensionAction(user, name),
  ]
  return (
    <Section title={m.admin_people_access()}>
      {isSelf ? (
        <>
          <p className={text.muted}>{m.admin_people_access_own()}</p>
          <TextLink to="/backoffice/security">{m.second_factor_title()}</TextLink>
          <TextLink to="/profile">{m.admin_people_own_password()}</TextLink>
        </>
      ) : (
        actions.map((action, index) => (
          // One button for a change and its opposite: after the dialog it has the focus, with its new name.
          <Button
            key={index - actions.length}
            variant={index === actions.length - 1 && action.tone === 'danger' ? 'danger' : 'secondary'}
            onClick={() => ask(action)}
          >
            {action.confirmLabel}
          </Button>
        ))
      )}
      {dialog}
      {proof}
    </Section>
  )
}

function roleAction({ id, email, role }: BackOfficeUser, name: string): Question {
  const send = (next: Role) => (api: ApiClient) =>
    api.call(changeRole, { params: { id }, body: { role: next } })
  return role === 'ADMIN'
    ? personAction(m.admin_people_demote(), name, {
        text: m.admin_people_demote_text({ email }),
        tone: 'danger',
        done: m.admin_people_demoted({ name }),
        send: send('USER'),
      })
    : personAction(m.admin_people_promote(), name, {
        text: m.admin_people_promote_text({ email }),
        done: m.admin_people_promoted({ name }),
        send: send('ADMIN'),
      })
}

function suspensionAction({ id, email, suspended_at: at }: BackOfficeUser, name: string): Question {
  return at === undefined
    ? personAction(m.admin_people_suspend(), name, {
        text: m.admin_people_suspend_text({ email }),
        tone: 'danger',
        done: m.admin_people_suspend_done({ name }),
        send: (api) => api.call(suspendUser, { params: { id } }),
      })
    : personAction(m.admin_people_reinstate(), name, {
        text: m.admin_people_reinstate_text({ email }),
        done: m.admin_people_reinstated({ name }),
        send: (api) => api.call(reinstateUser, { params: { id } }),
      })
}

/** Where somebody is signed in, the one used last first. */
export function Sessions({ user: { id }, sessions }: { user: BackOfficeUser; sessions: Person['sessions'] }) {
  const isSelf = sessions.some(({ current }) => current)
  const endAll = isSelf ? m.admin_people_end_sessions_own() : m.admin_people_end_sessions()
  /** Ends one session, or all of them. */
  const end = useAction<string | undefined, unknown>({
    run: (session, api) =>
      session === undefined
        ? api.call(endUserSessions, { params: { id } })
        : api.call(endUserSession, { params: { id, session_id: session } }),
    done: () => [m.admin_people_sessions_ended()],
    failed: (session) =>
      m.admin_people_failed({ action: session === undefined ? endAll : m.admin_people_session_end() }),
  })
  return (
    <RowsSection
      title={m.admin_people_sessions()}
      none={m.admin_people_sessions_none()}
      aside={
        sessions.length > (isSelf ? 1 : 0) ? (
          <Button variant="secondary" size="sm" busy={end.isPending} onClick={() => end.mutate(undefined)}>
            {endAll}
          </Button>
        ) : null
      }
      rows={sessions.map(({ id: session, user_agent: agent, last_used_at: at, current }) => ({
        id: session,
        title: deviceLabel(agent),
        at,
        side: current ? (
          <Badge tone="sea">{m.admin_people_session_this()}</Badge>
        ) : (
          <RowButton
            variant="ghost"
            name={m.admin_people_session_end_of({ device: deviceLabel(agent) })}
            onClick={() => end.mutate(session)}
          >
            {m.admin_people_session_end()}
          </RowButton>
        ),
      }))}
    />
  )
}

interface PersonalDataProps {
  email: string
  user: BackOfficeUser | null
  isSelf: boolean
}

/** The law gives everybody a right to a copy of what is stored about them, and to have it erased. */
export function PersonalData({ email, user, isSelf }: PersonalDataProps) {
  const { ask, dialog } = useQuestion()
  const navigate = useNavigate()
  const body = { who: user?.id ?? email }
  const copy = useAction<void, Blob>({
    run: (_, api) => api.call(exportPerson, { body }),
    done: () => [m.admin_people_export_done()],
    failed: () => m.admin_people_failed({ action: m.admin_people_export() }),
    onDone: (zip) => saveFile(zip, `${email}.zip`),
  })
  const erase = personAction(m.admin_people_erase(), email, {
    text: user === null ? m.admin_people_erase_address_text() : m.admin_people_erase_text(),
    tone: 'danger',
    done: m.admin_people_erase_done(),
    send: (api) => api.call(erasePerson, { body }),
    onDone: () => void navigate({ to: '/backoffice/users', search: {} }),
  })
  return (
    <Section title={m.admin_people_data()}>
      <p className={text.muted}>{m.admin_people_data_text()}</p>
      <Button variant="secondary" busy={copy.isPending} onClick={() => copy.mutate()}>
        {m.admin_people_export()}
      </Button>
      {isSelf ? (
        <p className={text.muted}>{m.admin_people_erase_own()}</p>
      ) : (
        <Button variant="danger" onClick={() => ask(erase)}>
          {erase.confirmLabel}
        </Button>
      )}
      {dialog}
    </Section>
  )
}
