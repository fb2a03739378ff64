import { createFileRoute } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { UserIcon } from 'lucide-react'
import { jobLabel } from '@/client/back-office/activity/activity-table'
import { personQuery } from '@/client/back-office/shared/back-office-queries'
import { STATUS_LABELS, STATUS_TONES } from '@/client/back-office/shared/event-labels'
import { useQuestion } from '@/client/back-office/shared/form-dialog'
import { oneColumn, twoColumns, QueryState } from '@/client/back-office/shared/page'
import { CopyButton, EmailText, Facts, Instant, TruncatedText } from '@/client/back-office/shared/table'
import { Badge } from '@/client/design-system/badge'
import { EmptyState } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { topicLabel } from '@/client/shared/forms/support-topic-labels'
import { CallFailed } from '@/client/shared/offline/client-call'
import { useCurrentUser } from '@/client/shared/session/use-current-user'
import {
  removeWeekSubscriber,
  type BackOfficeUser,
  type Person,
} from '@/contract/back-office/back-office-people'
import { cutText } from '@/domain/text/plain-text'
import { ButtonLink, TextLink } from '@/client/shared/links/link'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { cluster, stack } from 'styled-system/patterns'
import { card } from 'styled-system/recipes'
import { PersonalData, ROLE_LABELS, RowsSection, Sessions, UserAccess, UserBadges } from './person-parts'
import { UserOrganiser } from './user-organiser'

/** The id of an account, or an address: whoever submits, writes or subscribes without an account has a page, too. */
function PersonPage() {
  const { id: who } = Route.useParams()
  const query = useQuery(personQuery(who))
  const { outcome } = query.error instanceof CallFailed ? query.error : {}
  // A text that is neither an id nor an address is refused with 422.
  const isMissing = outcome?.kind === 'refused' && [404, 422].includes(outcome.status)
  if (isMissing)
    return (
      <EmptyState
        level={1}
        title={m.admin_people_user_not_found()}
        art={<UserIcon size="2.5rem" />}
        actions={
          <ButtonLink to="/backoffice/users" variant="secondary">
            {m.admin_people_back()}
          </ButtonLink>
        }
      />
    )
  // A person that is shown stays there when a later fetch fails: something may be being written about them.
  if (query.data === undefined) return <QueryState query={query} failed={m.admin_people_user_failed()} />
  return <PersonDetails person={query.data} />
}

function PersonDetails({ person }: { person: Person }) {
  const { email, user, sessions } = person
  const isSelf = useCurrentUser()?.id === user?.id
  return (
    <article className={oneColumn}>
      <header className={stack({ gap: '2' })}>
        <h1 className={css({ textStyle: 'title' })}>
          <bdi>{user?.name ?? email}</bdi>
        </h1>
        <span className={cluster()}>
          {user === null ? <Badge>{m.admin_people_no_account()}</Badge> : <UserBadges user={user} />}
          {person.is_registering ? <Badge>{m.admin_people_registering()}</Badge> : null}
          {isSelf ? <Badge tone="sea">{m.admin_people_yourself()}</Badge> : null}
        </span>
      </header>
      <div className={twoColumns}>
        <div className={oneColumn}>
          {user === null ? null : <UserFacts user={user} />}
          {user === null ? null : <Sessions user={user} sessions={sessions} />}
          <Events person={person} />
          <Messages messages={person.messages} />
        </div>
        <div className={oneColumn}>
          {user === null ? null : <UserAccess user={user} isSelf={isSelf} />}
          <Subscriptions person={person} />
          <Mails mails={person.mails} />
          <PersonalData email={email} user={user} isSelf={isSelf} />
        </div>
      </div>
      {user === null ? null : <UserOrganiser user={user} />}
    </article>
  )
}

const instant = (seconds: number | undefined) => seconds && <Instant seconds={seconds} />

function UserFacts({ user }: { user: BackOfficeUser }) {
  return (
    <section className={card({ pad: true })}>
      <Facts
        of={[
          [
            m.admin_people_id(),
            <span key="id" className={cluster({ gap: '3' })}>
              {user.id}
              <CopyButton text={user.id} label={m.admin_people_copy()} name={m.admin_people_copy_id()} />
            </span>,
          ],
          [m.admin_people_name(), <bdi key="name">{user.name}</bdi>],
          [m.admin_people_email(), <EmailText key="email" email={user.email} />],
          [m.admin_people_role(), ROLE_LABELS[user.role]()],
          [m.admin_people_suspended_since(), instant(user.suspended_at)],
          [m.admin_people_created(), instant(user.created_at)],
          [m.admin_people_last_updated(), instant(user.updated_at)],
        ]}
      />
    </section>
  )
}

function Events({ person: { email, user, events } }: { person: Person }) {
  return (
    <RowsSection
      title={m.admin_people_events()}
      none={m.admin_people_events_none()}
      aside={
        <TextLink
          to="/backoffice/events"
          search={user === null ? { person: email } : { user_id: user.id }}
          aria-label={m.admin_people_view_all_of({ name: user?.name ?? email })}
        >
          {m.admin_people_view_all()}
        </TextLink>
      }
      rows={events.items.map(({ id, title, status, created_at: at }) => ({
        id,
        title: (
          <TextLink to="/backoffice/events/$id" params={{ id }}>
            <bdi>{title}</bdi>
          </TextLink>
        ),
        at,
        side: <Badge tone={STATUS_TONES[status]}>{STATUS_LABELS[status]()}</Badge>,
      }))}
    />
  )
}

/** The characters of a message that are shown here; the page of messages has all of it. */
const MESSAGE_SHOWN = 200

function Messages({ messages }: Pick<Person, 'messages'>) {
  return (
    <RowsSection
      title={m.admin_people_messages()}
      none={m.admin_people_messages_none()}
      aside={
        messages.length === 0 ? null : (
          <TextLink to="/backoffice/contact-forms">{m.admin_nav_contact_forms()}</TextLink>
        )
      }
      rows={messages.map(({ id, topic, message, is_done: isDone, created_at: at }) => ({
        id,
        title: topicLabel(topic),
        detail: <bdi>{cutText(message, MESSAGE_SHOWN, '…')}</bdi>,
        at,
        side: isDone ? <Badge>{m.admin_contact_is_done()}</Badge> : undefined,
      }))}
    />
  )
}

/** rules 9. */
const DEVICE_ID_SHOWN = 20

function Subscriptions({ person }: { person: Person }) {
  const { email, week_mail: week, push_subscriptions: browsers, devices } = person
  const { ask, dialog } = useQuestion()
  const remove = (id: string) =>
    ask({
      title: m.admin_people_week_remove_title(),
      text: m.admin_people_week_remove_text({ email }),
      confirmLabel: m.admin_people_week_remove(),
      done: m.admin_people_week_removed(),
      failed: m.admin_people_week_remove_failed(),
      send: (api) => api.call(removeWeekSubscriber, { params: { id } }),
    })
  const weeks = (week === null ? [] : [week]).map(({ id, confirmed_at: at, tag_keys: keys }) => ({
    id,
    title: m.admin_people_week(),
    detail: keys.length === 0 ? m.admin_people_week_all() : keys.join(', '),
    at,
    side: (
      <Button variant="secondary" size="sm" onClick={() => remove(id)}>
        {m.admin_people_week_remove()}
      </Button>
    ),
  }))
  const subscribed = browsers.map(({ id, reminders: count, created_at: at }) => ({
    id,
    title: m.admin_people_push(),
    detail: m.admin_people_reminders({ count }),
    at,
  }))
  const registered = devices.map(({ id, device_id: device, created_at: at }) => ({
    id,
    title: (
      <>
        {m.admin_people_app()} <TruncatedText text={device} max={DEVICE_ID_SHOWN} />
      </>
    ),
    at,
  }))
  return (
    <>
      <RowsSection
        title={m.admin_people_subscriptions()}
        none={m.admin_people_subscriptions_none()}
        rows={[...weeks, ...subscribed, ...registered]}
      />
      {dialog}
    </>
  )
}

const MAIL_STATES = {
  sent: { label: m.admin_people_mail_sent, tone: 'neutral' },
  waiting: { label: m.admin_people_mail_waiting, tone: 'warning' },
  failed: { label: m.admin_people_mail_failed, tone: 'danger' },
} as const

function Mails({ mails }: Pick<Person, 'mails'>) {
  return (
    <RowsSection
      title={m.admin_people_mails()}
      none={m.admin_people_mails_none()}
      rows={mails.map(({ id, template, state, at }) => ({
        id,
        title: jobLabel(`mail:${template}`),
        at,
        side: <Badge tone={MAIL_STATES[state].tone}>{MAIL_STATES[state].label()}</Badge>,
      }))}
    />
  )
}

export const Route = createFileRoute('/backoffice/users/$id')({ component: PersonPage })
