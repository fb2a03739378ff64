import { Link, useNavigate } from '@tanstack/react-router'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode, type RefObject } from 'react'
import { secondFactorQuery } from '@/client/back-office/shared/named-queries'
import { Instant, RowButton, shortName } from '@/client/back-office/shared/table'
import { Badge } from '@/client/design-system/badge'
import { Button } from '@/client/design-system/button'
import { ConfirmDialog } from '@/client/design-system/overlays/confirm-dialog'
import { failureText } from '@/client/shared/forms/server-error-text'
import { toast } from '@/client/shared/notifications/toast'
import { callEndpoint, outcomeOf, unwrap } from '@/client/shared/offline/client-call'
import { saveFile } from '@/client/shared/offline/save-file'
import { useProven } from '@/client/shared/second-factor/use-proven'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { accessRow } from '@/client/shared/session/own-queries'
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
import * as m from '@/messages/compiled/messages.js'
import type { Outcome } from '@/offline/api/next-step'
import { css, cx } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { card, textLink } from 'styled-system/recipes'

/** The parts of a person's page: what can be done to somebody, and the sections that it is made of. */

export const ROLE_LABELS: Record<Role, () => string> = {
  ADMIN: m.admin_people_role_admin,
  USER: m.admin_people_role_user,
}

export function UserBadges({ user }: { user: BackOfficeUser }) {
  return (
    <span className={cluster({ gap: '2' })}>
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

interface SectionProps {
  title: string
  heading?: RefObject<HTMLHeadingElement | null>
  /** The sentence of an empty section. */
  none: string | false
  action?: ReactNode
  children: ReactNode
}

export function Section({ title: text, heading: ref, none, action, children }: SectionProps) {
  return (
    <section className={card({ pad: true })}>
      <div className={cluster({ gap: '4', justify: 'space-between' })}>
        <h2 ref={ref} className={heading}>
          {text}
        </h2>
        {action}
      </div>
      {none === false ? <ul className={list}>{children}</ul> : <p className={cx(muted, list)}>{none}</p>}
    </section>
  )
}

export function Row({ side, children }: { side?: ReactNode; children: ReactNode }) {
  return (
    <li className={row}>
      <div className={facts}>{children}</div>
      {side}
    </li>
  )
}

export function Note({ seconds }: { seconds: number }) {
  return (
    <p className={muted}>
      <Instant seconds={seconds} />
    </p>
  )
}

const list = css({ marginTop: '3' })
const { row, facts, muted } = accessRow

/** Something that is done to a person, with its question if it has one. */
interface Action {
  button: string
  question?: string
  tone?: 'danger'
  /** The sentence when it is done. */
  done: string
  /** Undefined when the person would rather not. */
  send: () => Promise<Outcome<unknown> | undefined>
  onDone?: () => void
}

/** Runs actions, each with a toast; whatever comes of it, what is on screen is fetched again: another administrator may have been first. */
function useActions(name = '') {
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<Action>()
  const mutation = useMutation({
    mutationFn: async ({ send }: Action) => {
      const outcome = await send()
      if (outcome !== undefined) unwrap(outcome)
      return outcome !== undefined
    },
    networkMode: 'always',
    onSuccess: (isDone, { done, onDone }) => {
      if (!isDone) return
      toast.success(done)
      onDone?.()
    },
    onError: (error, { button }) =>
      toast.error(m.admin_people_failed({ action: button }), {
        durationMs: 5000,
        description: failureText(outcomeOf(error)),
      }),
    onSettled: () => {
      setAsked(undefined)
      void queryClient.invalidateQueries({ queryKey: BACK_OFFICE_KEY })
    },
  })
  return {
    isBusy: mutation.isPending,
    start: (action: Action) => (action.question === undefined ? mutation.mutate(action) : setAsked(action)),
    dialog:
      asked === undefined ? null : (
        <ConfirmDialog
          open
          onClose={() => setAsked(undefined)}
          title={m.admin_people_question({ action: asked.button, name })}
          description={asked.question}
          confirmLabel={asked.button}
          cancelLabel={m.admin_cancel()}
          closeLabel={m.admin_close()}
          tone={asked.tone ?? 'primary'}
          busy={mutation.isPending}
          onConfirm={() => mutation.mutate(asked)}
        />
      ),
    stopAsking: () => setAsked(undefined),
  }
}

/** The changes that an administrator may make to an account; nobody demotes or suspends themselves. */
export function UserAccess({ user, isSelf }: { user: BackOfficeUser; isSelf: boolean }) {
  const { id, email } = user
  const name = shortName(user.name)
  const params = { id }
  const { start, dialog, stopAsking } = useActions(name)
  const { run, dialog: proof } = useProven()
  const { data: own } = useQuery(secondFactorQuery())
  const isAdministrator = user.role === 'ADMIN'
  const isSuspended = user.suspended_at !== undefined
  const role: Action = {
    send: () => callEndpoint(changeRole, { params, body: { role: isAdministrator ? 'USER' : 'ADMIN' } }),
    ...(isAdministrator
      ? {
          button: m.admin_people_demote(),
          question: m.admin_people_demote_text({ email }),
          tone: 'danger',
          done: m.admin_people_demoted({ name }),
        }
      : {
          button: m.admin_people_promote(),
          question: m.admin_people_promote_text({ email }),
          done: m.admin_people_promoted({ name }),
        }),
  }
  const suspension: Action = {
    send: () => callEndpoint(isSuspended ? reinstateUser : suspendUser, { params }),
    ...(isSuspended
      ? {
          button: m.admin_people_reinstate(),
          question: m.admin_people_reinstate_text({ email }),
          done: m.admin_people_reinstated({ name }),
        }
      : {
          button: m.admin_people_suspend(),
          question: m.admin_people_suspend_text({ email }),
          tone: 'danger',
          done: m.admin_people_suspend_done({ name }),
        }),
  }
  const reset: Action = {
    button: m.admin_people_reset(),
    question: m.admin_people_reset_text({ email }),
    done: m.admin_people_reset_done(),
    send: () => callEndpoint(sendUserPasswordReset, { params }),
  }
  const factor: Action = {
    button: m.admin_people_factor_reset(),
    question: m.admin_people_factor_reset_text({ email }),
    tone: 'danger',
    done: m.admin_people_factor_reset_done(),
    send: () => {
      stopAsking()
      const ways = own ?? { totp: false, has_password: false }
      return run(ways, (body) => callEndpoint(resetUserSecondFactor, { params, body }))
    },
  }
  const actions: Record<string, Action> = {
    role,
    reset,
    ...(user.has_second_factor === true && { factor }),
    suspension,
  }
  return (
    <section className={cx(card({ pad: true }), frame)}>
      <h2 className={heading}>{m.admin_people_access()}</h2>
      {isSelf ? (
        <>
          <p className={muted}>{m.admin_people_access_own()}</p>
          <Link to="/backoffice/security" className={textLink()}>
            {m.second_factor_title()}
          </Link>
          <Link to="/profile" className={textLink()}>
            {m.admin_people_own_password()}
          </Link>
        </>
      ) : (
        Object.entries(actions).map(([what, action]) => (
          // One button for a change and its opposite: after the dialog it has the focus, with its new name.
          <Button
            key={what}
            variant={action === suspension && !isSuspended ? 'danger' : 'secondary'}
            onClick={() => start(action)}
          >
            {action.button}
          </Button>
        ))
      )}
      {dialog}
      {proof}
    </section>
  )
}

/** Where somebody is signed in, the one used last first. */
export function Sessions({ user: { id }, sessions }: { user: BackOfficeUser; sessions: Person['sessions'] }) {
  const { start, dialog, isBusy } = useActions()
  const isSelf = sessions.some(({ current }) => current)
  const done = m.admin_people_sessions_ended()
  const all: Action = {
    button: isSelf ? m.admin_people_end_sessions_own() : m.admin_people_end_sessions(),
    done,
    send: () => callEndpoint(endUserSessions, { params: { id } }),
  }
  const endOf = (session: string): Action => ({
    button: m.admin_people_session_end(),
    done,
    send: () => callEndpoint(endUserSession, { params: { id, session_id: session } }),
  })
  return (
    <Section
      title={m.admin_people_sessions()}
      none={sessions.length === 0 && m.admin_people_sessions_none()}
      action={
        sessions.length > (isSelf ? 1 : 0) ? (
          <Button variant="secondary" size="sm" busy={isBusy} onClick={() => start(all)}>
            {all.button}
          </Button>
        ) : null
      }
    >
      {sessions.map(({ id: session, user_agent: agent, last_used_at: at, current }) => (
        <Row
          key={session}
          side={
            current ? (
              <Badge tone="sea">{m.admin_people_session_this()}</Badge>
            ) : (
              <RowButton
                variant="ghost"
                name={m.admin_people_session_end_of({ device: deviceText(agent) })}
                onClick={() => start(endOf(session))}
              >
                {m.admin_people_session_end()}
              </RowButton>
            )
          }
        >
          <p>{deviceText(agent)}</p>
          <Note seconds={at} />
        </Row>
      ))}
      {dialog}
    </Section>
  )
}

// The first that fits is taken: most browsers also name those that they descend from.
const BROWSERS = [/\b(Edg)/, /\b(Firefox)\//, /\b(FxiOS)\//, /(Chrome|CriOS)\//, /\b(Safari)\//]
const SYSTEMS = /\b(iPhone|iPad|Android|Windows|CrOS|Macintosh|Linux)\b/
const NAMES: Record<string, string> = {
  Edg: 'Edge',
  FxiOS: 'Firefox',
  CriOS: 'Chrome',
  CrOS: 'ChromeOS',
  Macintosh: 'macOS',
}

/** Browser and system as far as a `User-Agent` tells them. */
function deviceText(userAgent: string | null): string {
  const [browser] = BROWSERS.flatMap((one) => one.exec(userAgent ?? '')?.[1] ?? [])
  const system = SYSTEMS.exec(userAgent ?? '')?.[1]
  const names = [browser, system].flatMap((one) => (one === undefined ? [] : (NAMES[one] ?? one)))
  return names.length === 0 ? m.admin_people_session_unknown() : names.join(' · ')
}

interface PersonalDataProps {
  email: string
  user: BackOfficeUser | null
  isSelf: boolean
}

/** What the law gives everybody a right to: a copy of what is stored about them, and to have it erased. */
export function PersonalData({ email, user, isSelf }: PersonalDataProps) {
  const { start, dialog, isBusy } = useActions(email)
  const navigate = useNavigate()
  const body = { who: user?.id ?? email }
  const copy: Action = {
    button: m.admin_people_export(),
    done: m.admin_people_export_done(),
    send: async () => {
      const outcome = await callEndpoint(exportPerson, { body })
      if (outcome.kind === 'ok') saveFile(outcome.data, `${email}.zip`)
      return outcome
    },
  }
  const erase: Action = {
    button: m.admin_people_erase(),
    question: user === null ? m.admin_people_erase_address_text() : m.admin_people_erase_text(),
    tone: 'danger',
    done: m.admin_people_erase_done(),
    send: () => callEndpoint(erasePerson, { body }),
    onDone: () => void navigate({ to: '/backoffice/users', search: {} }),
  }
  return (
    <section className={cx(card({ pad: true }), frame)}>
      <h2 className={heading}>{m.admin_people_data()}</h2>
      <p className={muted}>{m.admin_people_data_text()}</p>
      <Button variant="secondary" busy={isBusy} onClick={() => start(copy)}>
        {copy.button}
      </Button>
      {isSelf ? (
        <p className={muted}>{m.admin_people_erase_own()}</p>
      ) : (
        <Button variant="danger" onClick={() => start(erase)}>
          {erase.button}
        </Button>
      )}
      {dialog}
    </section>
  )
}

const frame = css({ display: 'grid', gap: '3', justifyItems: 'start' })
const heading = css({ textStyle: 'subheading' })
