import { Link, getRouteApi } from '@tanstack/react-router'
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallFailed, outcomeOf } from '@/client/shared/offline/client-call'
import { useCurrentUser } from '@/client/shared/session/use-current-user'
import { Badge } from '@/client/design-system/badge'
import { EmptyState } from '@/client/design-system/banner'
import { UserIcon } from 'lucide-react'
import {
  changeRole,
  endUserSessions,
  reinstateUser,
  suspendUser,
} from '@/contract/back-office/back-office-people'
import type { BackOfficeUser } from '@/contract/back-office/back-office-people'
import * as m from '@/messages/compiled/messages.js'
import { LoadFailed, ListSkeleton, QueryState } from '@/client/back-office/shared/page'
import { userQuery } from '@/client/back-office/shared/named-queries'
import { CopyButton, EmailText, Fact, Facts, shortName, Instant } from '@/client/back-office/shared/table'
import { dateTimeText } from '@/client/shared/time/event-dates'
import { getLocale } from '@/messages/compiled/runtime.js'
import { STATUS_LABELS, STATUS_TONES } from '@/client/back-office/shared/event-labels'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { failureText } from '@/client/shared/forms/server-error-text'
import { toast } from '@/client/shared/notifications/toast'
import { Button } from '@/client/design-system/button'
import { ConfirmDialog } from '@/client/design-system/overlays/confirm-dialog'
import { callApi } from '@/client/back-office/shared/back-office-queries'
import { css, cx } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { button, card, textLink } from 'styled-system/recipes'
import { UserBadges, latestEventsQuery } from './users-queries'
import { UserOrganiser } from './user-organiser'

const route = getRouteApi('/backoffice/users/$id')

export function UserPage() {
  const { id } = route.useParams()
  const user = useQuery(userQuery(id))
  if (user.isPending) return <ListSkeleton />
  const isMissing = user.error instanceof CallFailed && user.error.isMissing
  // A person that is shown stays there when a later fetch fails: something may be being written about them.
  if (user.data === undefined || isMissing) {
    return isMissing ? (
      <EmptyState
        level={1}
        title={m.admin_people_user_not_found()}
        art={<UserIcon size="2.5rem" />}
        actions={
          <Link to="/backoffice/users" search={{}} className={button({ variant: 'secondary' })}>
            {m.admin_people_back()}
          </Link>
        }
      />
    ) : (
      <LoadFailed title={m.admin_people_user_failed()} error={user.error} onRetry={() => user.refetch()} />
    )
  }
  return <Person user={user.data} />
}

function Person({ user }: { user: BackOfficeUser }) {
  const isSelf = useCurrentUser()?.id === user.id
  return (
    <article className={frame}>
      <header className={head}>
        <h1 className={title}>
          <bdi>{user.name}</bdi>
        </h1>
        <span className={cluster({ gap: '2' })}>
          <UserBadges user={user} />
          {isSelf ? <Badge tone="sea">{m.admin_people_yourself()}</Badge> : null}
        </span>
      </header>
      <div className={columns}>
        <UserFacts user={user} />
        <UserAccess user={user} isSelf={isSelf} />
      </div>
      <UserOrganiser user={user} />
      <LatestEvents user={user} />
    </article>
  )
}

const frame = css({ display: 'grid', gap: '6', minWidth: '0', overflowWrap: 'anywhere' })
const head = css({ display: 'grid', gap: '2', justifyItems: 'start', minWidth: '0' })
const title = css({ textStyle: 'title' })
const columns = css({
  display: 'grid',
  gap: '6',
  alignItems: 'start',
  gridTemplateColumns: { base: '[minmax(0, 1fr)]', lg: '[minmax(0, 3fr) minmax(0, 2fr)]' },
})

function UserFacts({ user }: { user: BackOfficeUser }) {
  return (
    <section className={card({ pad: true })}>
      <Facts>
        <Fact label={m.admin_people_id()}>
          <span className={cluster({ gap: '3' })}>
            {user.id}
            <CopyButton
              text={user.id}
              label={m.admin_people_copy()}
              copiedLabel={m.admin_people_copied()}
              name={m.admin_people_copy_id()}
            />
          </span>
        </Fact>
        <Fact label={m.admin_people_name()}>
          <bdi>{user.name}</bdi>
        </Fact>
        <Fact label={m.admin_people_email()}>
          <EmailText email={user.email} />
        </Fact>
        <Fact label={m.admin_people_role()}>
          {user.role === 'ADMIN' ? m.admin_people_role_admin() : m.admin_people_role_user()}
        </Fact>
        {user.suspended_at === undefined ? null : (
          <Fact label={m.admin_people_suspended_since()}>
            <Instant seconds={user.suspended_at} />
          </Fact>
        )}
        <Fact label={m.admin_people_created()}>
          <Instant seconds={user.created_at} />
        </Fact>
        <Fact label={m.admin_people_last_updated()}>
          <Instant seconds={user.updated_at} />
        </Fact>
      </Facts>
    </section>
  )
}

function LatestEvents({ user: { id, name } }: { user: BackOfficeUser }) {
  const events = useQuery(latestEventsQuery(id))
  return (
    <section className={latestEventsFrame}>
      <div className={cluster({ gap: '4', justify: 'space-between' })}>
        <h2 className={heading}>{m.admin_people_events()}</h2>
        <Link
          to="/backoffice/events"
          search={{ user_id: id }}
          className={textLink()}
          aria-label={m.admin_people_view_all_of({ name })}
        >
          {m.admin_people_view_all()}
        </Link>
      </div>
      <QueryState query={events} failed={m.admin_events_failed()} />
      {events.data?.length === 0 ? <p className={muted}>{m.admin_people_events_none()}</p> : null}
      <ul className={latestEventsFrame}>
        {events.data?.map((event) => (
          <li key={event.id} className={cx(card({ pad: true }), row)}>
            <Link to="/backoffice/events/$id" params={{ id: event.id }} className={textLink()}>
              <bdi>{event.title}</bdi>
            </Link>
            <span className={cluster({ gap: '2' })}>
              <Badge tone={STATUS_TONES[event.status]}>{STATUS_LABELS[event.status]()}</Badge>
              <span className={muted}>
                {m.admin_submitted({ when: dateTimeText(event.created_at, getLocale()) })}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const latestEventsFrame = css({ display: 'grid', gap: '3', minWidth: '0' })
const heading = css({ textStyle: 'subheading' })
const muted = css({ textStyle: 'small', color: 'fg.muted' })
const row = css({ display: 'grid', gap: '1', overflowWrap: 'anywhere' })

/** The changes that an administrator may make to an account; nobody demotes or suspends themselves. */
export function UserAccess({ user, isSelf }: { user: BackOfficeUser; isSelf: boolean }) {
  const queryClient = useQueryClient()
  const [confirming, setConfirming] = useState<AccessChange>()
  const mutation = useMutation({
    mutationFn: (change: AccessChange) => change.send(user),
    networkMode: 'always',
    onSuccess: (sentence) => toast.success(sentence),
    onError: (error, change) => {
      toast.error(change.failed(), { durationMs: 5000, description: failureText(outcomeOf(error)) })
    },
    // The lists are fetched after a failure too: another administrator may have been first.
    onSettled: () => {
      setConfirming(undefined)
      void queryClient.invalidateQueries({ queryKey: BACK_OFFICE_KEY })
    },
  })
  const changes = isSelf
    ? { sessions: END_OWN_SESSIONS }
    : {
        role: user.role === 'ADMIN' ? DEMOTE : PROMOTE,
        sessions: END_SESSIONS,
        suspension: user.suspended_at === undefined ? SUSPEND : REINSTATE,
      }
  return (
    <section className={cx(card({ pad: true }), userAccessFrame)}>
      <h2 className={heading}>{m.admin_people_access()}</h2>
      {isSelf ? <p className={muted}>{m.admin_people_access_own()}</p> : null}
      {Object.entries(changes).map(([what, change]) => (
        // One button for a change and its opposite: after the dialog it has the focus, with its new name.
        <Button
          key={what}
          variant={change === SUSPEND ? 'danger' : 'secondary'}
          onClick={() => setConfirming(change)}
        >
          {change.button()}
        </Button>
      ))}
      {confirming ? (
        <ConfirmDialog
          open
          onClose={() => setConfirming(undefined)}
          title={confirming.title({ ...user, name: shortName(user.name) })}
          description={confirming.text(user)}
          confirmLabel={confirming.button()}
          cancelLabel={m.admin_cancel()}
          closeLabel={m.admin_close()}
          tone={confirming.tone}
          busy={mutation.isPending}
          onConfirm={() => mutation.mutate(confirming)}
        />
      ) : null}
    </section>
  )
}

const userAccessFrame = css({ display: 'grid', gap: '3', justifyItems: 'start' })

type UserAccessPerson = Pick<BackOfficeUser, 'name' | 'email'>

interface AccessChange {
  button: () => string
  title: (person: UserAccessPerson) => string
  text: (person: UserAccessPerson) => string
  failed: () => string
  tone: 'primary' | 'danger'
  /** Sends it and gives the sentence of success. Throws `CallFailed`. */
  send: (user: BackOfficeUser) => Promise<string>
}

const PROMOTE: AccessChange = {
  button: () => m.admin_people_promote(),
  title: ({ name }) => m.admin_people_promote_title({ name }),
  text: ({ email }) => m.admin_people_promote_text({ email }),
  failed: () => m.admin_people_promote_failed(),
  tone: 'primary',
  send: async ({ id, name }) => {
    await callApi(changeRole, { params: { id }, body: { role: 'ADMIN' } })
    return m.admin_people_promoted({ name })
  },
}

const DEMOTE: AccessChange = {
  button: () => m.admin_people_demote(),
  title: ({ name }) => m.admin_people_demote_title({ name }),
  text: ({ email }) => m.admin_people_demote_text({ email }),
  failed: () => m.admin_people_demote_failed(),
  tone: 'danger',
  send: async ({ id, name }) => {
    await callApi(changeRole, { params: { id }, body: { role: 'USER' } })
    return m.admin_people_demoted({ name })
  },
}

const SUSPEND: AccessChange = {
  button: () => m.admin_people_suspend(),
  title: ({ name }) => m.admin_people_suspend_title({ name }),
  text: ({ email }) => m.admin_people_suspend_text({ email }),
  failed: () => m.admin_people_suspend_failed(),
  tone: 'danger',
  send: async ({ id, name }) => {
    await callApi(suspendUser, { params: { id } })
    return m.admin_people_suspend_done({ name })
  },
}

const REINSTATE: AccessChange = {
  button: () => m.admin_people_reinstate(),
  title: ({ name }) => m.admin_people_reinstate_title({ name }),
  text: ({ email }) => m.admin_people_reinstate_text({ email }),
  failed: () => m.admin_people_reinstate_failed(),
  tone: 'primary',
  send: async ({ id, name }) => {
    await callApi(reinstateUser, { params: { id } })
    return m.admin_people_reinstated({ name })
  },
}

const END_SESSIONS: AccessChange = {
  button: () => m.admin_people_end_sessions(),
  title: ({ name }) => m.admin_people_end_sessions_title({ name }),
  text: ({ email }) => m.admin_people_end_sessions_text({ email }),
  failed: () => m.admin_people_end_sessions_failed(),
  tone: 'danger',
  send: async ({ id }) => {
    const { ended } = await callApi(endUserSessions, { params: { id } })
    return ended === 0 ? m.admin_people_sessions_none() : m.admin_people_sessions_ended()
  },
}

const END_OWN_SESSIONS: AccessChange = {
  ...END_SESSIONS,
  button: () => m.admin_people_end_sessions_own(),
  title: () => m.admin_people_end_sessions_own_title(),
  text: () => m.admin_people_end_sessions_own_text(),
}
