import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { failureText, formFailureText, isUncertain } from '@/client/shared/forms/server-error-text'
import { FormFailure, PasswordField, useSchemaForm } from '@/client/shared/forms/use-schema-form'
import { ConfirmDialog } from '@/client/shared/loading/lazy-part'
import { toast } from '@/client/shared/notifications/toast'
import { callEndpoint, outcomeOf, unwrap } from '@/client/shared/offline/client-call'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { accessRow, deviceLabel } from '@/client/shared/session/access-row'
import { callAsUser, OWN, outcomeAsUser, ownKey } from '@/client/shared/session/own-queries'
import { timeAgo } from '@/client/shared/time/saved-age'
import { useNow } from '@/client/shared/time/use-now'
import { Badge } from '@/client/design-system/badge'
import { Button } from '@/client/design-system/button'
import { Skeleton } from '@/client/design-system/skeleton'
import { smallText } from '@/client/design-system/text'
import {
  endOtherSessions,
  endSession,
  listSessions,
  requestPasswordReset,
  type OwnSession,
} from '@/contract/accounts/auth'
import { changePassword, type Profile } from '@/contract/accounts/profile'
import { passwordChangeSchema } from '@/domain/accounts/account'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css } from 'styled-system/css'
import { column } from 'styled-system/patterns'
import { Section } from './section'

export function OwnPassword({ userId, profile }: { userId: string; profile: Profile }) {
  const { email, hasPassword } = profile
  // A server that does not say: it has one.
  return hasPassword === false ? <ChoosePassword email={email} /> : <ChangePassword {...{ userId, email }} />
}

/**
 * The change-password form (rules 2.11, 5). The server ends every session and opens a new one, which is stored here. The address is for
 * password managers, which store a password beside it.
 */
function ChangePassword({ userId, email }: { userId: string; email: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { form, fields, formProps, failure, isSubmitting } = useSchemaForm({
    schema: passwordChangeSchema,
    initialValues: { old_password: '', new_password: '', confirmation: '' },
    onValid: async ({ old_password, new_password }) => {
      const outcome = await outcomeAsUser(userId, changePassword, { body: { old_password, new_password } })
      if (outcome.kind !== 'ok') return outcome
      const renewed = outcome.data.session
      const { session } = await loadOfflineClient()
      const isStillHere = renewed !== undefined && (await session.adopt(renewed))
      toast.success(
        m.profile_password_changed(),
        isStillHere ? { description: m.profile_password_changed_text() } : {},
      )
      form.reset()
      heading.current?.focus()
      return outcome
    },
  })
  return (
    <Section title={m.profile_password()} headingRef={heading}>
      <form {...formProps} className={column({ gap: '4' })}>
        <p className={smallText}>{m.profile_password_others()}</p>
        <input type="email" value={email} autoComplete="username" readOnly hidden />
        <PasswordField label={m.profile_password_old()} {...fields.old_password} />
        <PasswordField isNew label={m.profile_password_new()} {...fields.new_password} />
        <PasswordField isNew label={m.profile_password_confirm()} isAgain {...fields.confirmation} />
        <FormFailure
          failure={failure}
          title={m.profile_password_failed()}
          text={(shown) => (isUncertain(shown) ? m.profile_password_uncertain() : formFailureText(shown))}
        />
        <Button type="submit" busy={isSubmitting} className={startButton}>
          {isSubmitting ? m.profile_password_submitting() : m.profile_password_submit()}
        </Button>
      </form>
    </Section>
  )
}

const SENT_MS = 10_000

function ChoosePassword({ email }: { email: string }) {
  const request = useMutation({
    mutationFn: async () => unwrap(await callEndpoint(requestPasswordReset, { body: { email } })),
    onSuccess: () => toast.success(m.profile_no_password_sent(), { durationMs: SENT_MS }),
    onError: (error) => toastFailure(m.profile_no_password_failed(), error),
  })
  return (
    <Section title={m.profile_no_password()}>
      <p>
        {m.profile_no_password_none()} {m.profile_no_password_why()}
      </p>
      <Button
        variant="secondary"
        busy={request.isPending}
        className={startButton}
        onClick={() => request.mutate()}
      >
        {request.isPending ? m.profile_no_password_sending() : m.profile_no_password_send()}
      </Button>
    </Section>
  )
}

export function OwnSessions({ userId }: { userId: string }) {
  const query = queryOptions({
    ...OWN,
    queryKey: ownKey(userId, 'sessions'),
    queryFn: async ({ signal }) => (await callAsUser(userId, listSessions, {}, signal)).items,
  })
  const sessions = useQuery(query)
  const queryClient = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  const [isConfirming, setConfirming] = useState(false)
  /** Ends this session, or with none every other. */
  const end = useMutation({
    mutationFn: (id: string | undefined): Promise<unknown> =>
      id === undefined
        ? callAsUser(userId, endOtherSessions, {})
        : callAsUser(userId, endSession, { params: { id } }),
    onSuccess: (_, id) => toast.success(id ? m.profile_session_ended() : m.profile_sessions_ended()),
    onError: (error, id) =>
      toastFailure(id ? m.profile_session_end_failed() : m.profile_sessions_end_failed(), error),
    onSettled: async (_, error, id) => {
      setConfirming(false)
      await queryClient.invalidateQueries(query)
      // The button that was pressed is gone with the sessions, also one to which the dialog gave the focus back.
      if (error === null || id === undefined) heading.current?.focus()
    },
  })
  const rows = sessions.data?.toSorted((a, b) => Number(b.current) - Number(a.current)) ?? []
  return (
    <Section
      title={m.profile_sessions()}
      headingRef={heading}
      fetched={{
        query: sessions,
        loading: m.profile_sessions_loading(),
        failed: m.profile_sessions_failed(),
      }}
    >
      {sessions.isPending ? <Skeleton height="3rem" /> : null}
      <ul>
        {rows.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isBusy={end.isPending && end.variables === session.id}
            onEnd={() => end.mutate(session.id)}
          />
        ))}
      </ul>
      {rows.length > 1 ? (
        <Button variant="secondary" className={startButton} onClick={() => setConfirming(true)}>
          {m.profile_sessions_end_others()}
        </Button>
      ) : null}
      {isConfirming ? (
        <ConfirmDialog
          onClose={() => setConfirming(false)}
          title={m.profile_sessions_end_others_title()}
          description={m.profile_sessions_end_others_text()}
          confirmLabel={m.profile_sessions_end_others()}
          cancelLabel={m.profile_cancel()}
          closeLabel={m.app_close()}
          busy={end.isPending}
          onConfirm={() => end.mutate(undefined)}
        />
      ) : null}
    </Section>
  )
}

function SessionRow({ session, isBusy, onEnd }: { session: OwnSession; isBusy: boolean; onEnd: () => void }) {
  const now = useNow() * 1000
  const device = deviceLabel(session.user_agent)
  return (
    <li className={row}>
      <div className={facts}>
        <p className={name}>{device}</p>
        <p className={smallText}>
          {m.profile_session_used({ when: timeAgo(session.last_used_at * 1000, now, getLocale()) })}
        </p>
      </div>
      {session.current ? (
        <Badge tone="sea">{m.profile_session_this()}</Badge>
      ) : (
        <Button
          variant="ghost"
          size="sm"
          busy={isBusy}
          aria-label={m.profile_session_end_of({ device })}
          onClick={onEnd}
        >
          {m.profile_session_end()}
        </Button>
      )}
    </li>
  )
}

function toastFailure(title: string, error: Error): void {
  toast.error(title, { description: failureText(outcomeOf(error)) })
}

const { row, facts, name } = accessRow
const startButton = css({ justifySelf: 'start' })
