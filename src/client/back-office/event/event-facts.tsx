import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ComponentProps } from 'react'
import { linkLabel } from '@/client/shared/links/social-links'
import { EventMap } from '@/client/shared/maps/event-map'
import { LinkedText, factLines } from '@/client/shared/programme/fact-labels'
import { priceValue } from '@/messages/price-text'
import { Badge } from '@/client/design-system/badge'
import { Banner } from '@/client/design-system/banner'
import {
  type BackOfficeEvent,
  type Proposal,
  approveProposal,
  rejectProposal,
} from '@/contract/back-office/back-office-events'
import { parseWebUrl } from '@/domain/text/web-address'
import { isLocated, mapUrl } from '@/domain/places/place'
import { TextLink } from '@/client/shared/links/link'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { useNow } from '@/client/shared/time/use-now'
import { isCalledOff } from '@/domain/events/event-state'
import { dayShown } from '@/domain/timetables/recurrence'
import { STATUS_LABELS, eventDate } from '@/client/back-office/shared/event-labels'
import { oneColumn, twoColumns, text } from '@/client/back-office/shared/page'
import { RejectDialog } from '@/client/back-office/shared/reject-dialog'
import { StateDialog, useSetState } from '@/client/back-office/shared/state-dialog'
import { Facts, Instant, RowButton } from '@/client/back-office/shared/table'
import { userQuery, removeFromQueues, eventQuery } from '@/client/back-office/shared/back-office-queries'
import type { EventReview, ReviewSource } from './use-event-review'
import { TimetableLabels } from '@/client/shared/event-form/event-text'
import { StateLine, announcementOf } from '@/client/shared/programme/event-state'
import { css } from 'styled-system/css'
import { cluster, stack } from 'styled-system/patterns'
import { card, textLink } from 'styled-system/recipes'
import { Conflict, proposedOver } from '@/client/shared/event-form/conflict'
import { payloadOf, contentOf, type SubmissionPayload } from '@/client/shared/event-form/event-values'
import { Button } from '@/client/design-system/button'
import { usePausedKeys, useShortcutKeys } from '@/client/back-office/shared/shortcut-keys'
import { isConflict, isGone, useAction } from '@/client/back-office/shared/use-action'

export function EventFacts({ event, eventReview }: { event: BackOfficeEvent; eventReview: EventReview }) {
  return (
    <div className={twoColumns}>
      <div className={oneColumn}>
        {event.proposal === undefined ? null : (
          <ProposedChange
            key={event.proposal.id}
            event={event}
            proposal={event.proposal}
            eventReview={eventReview}
          />
        )}
        {event.duplicates.length > 0 ? (
          <Banner title={m.admin_event_duplicates_title()}>
            {m.admin_event_duplicates_text()}
            <ul>
              {event.duplicates.map((other) => (
                <li key={other.id}>
                  <TextLink to="/backoffice/events/$id" params={{ id: other.id }}>
                    <bdi>{other.title}</bdi>
                  </TextLink>
                  {` · ${STATUS_LABELS[other.status]()} · `}
                  <bdi>{other.location_name}</bdi>
                </li>
              ))}
            </ul>
          </Banner>
        ) : null}
        {event.photo ? (
          <a href={event.photo} target="_blank" rel="noopener" title={m.admin_event_photo_full()}>
            <img
              src={event.photo}
              alt={m.admin_photo_of({ title: event.title })}
              width={event.photo_width}
              height={event.photo_height}
              className={photo}
            />
          </a>
        ) : null}
        <section>
          <h2 className={label}>{m.admin_description()}</h2>
          <p dir="auto" className={description}>
            <LinkedText text={event.description} />
          </p>
        </section>
        <section>
          <h2 className={label}>{m.admin_timetable()}</h2>
          <Dates event={event} />
        </section>
      </div>
      <div className={oneColumn}>
        <div className={card({ pad: true })}>
          <Facts of={factsOf(event)} />
        </div>
        {isLocated(event) ? <EventMap place={event} /> : null}
      </div>
    </div>
  )
}

function factsOf(event: BackOfficeEvent): ComponentProps<typeof Facts>['of'] {
  const { email, user_id: userId, imported_from: source, info_links: links, info_url: url } = event
  const place = isLocated(event)
    ? `${event.latitude.toFixed(5)}, ${event.longitude.toFixed(5)}`
    : m.admin_place_unlocated()
  return [
    [
      m.admin_event_contact_email(),
      email === '' ? (
        '–'
      ) : (
        <TextLink key="email" to="/backoffice/events" search={{ person: email }}>
          {email}
        </TextLink>
      ),
    ],
    [
      m.admin_location(),
      <span key="place" className={lines}>
        <bdi>{event.location_name}</bdi>
        <a href={mapUrl(event)} target="_blank" rel="noopener" className={textLink()}>
          {place}
        </a>
      </span>,
    ],
    [m.admin_price(), priceValue(event, getLocale()) ?? '–'],
    ...factLines(event).map(
      ({ field, label: name, text: fact }) => [name, <bdi key={field}>{fact}</bdi>] as const,
    ),
    [
      m.admin_tags(),
      <span key="tags" className={cluster({ gap: '1.5' })}>
        {event.tags.map((tag) => (
          <Badge key={tag.key} tone="sea">
            <bdi>{tag.name}</bdi>
          </Badge>
        ))}
      </span>,
    ],
    [
      m.admin_info_links(),
      links.length === 0 ? undefined : (
        <span key="links" className={lines}>
          {links.map(({ type, data }) => (
            <span key={`${type} ${data}`}>
              {linkLabel(type)}: <OutsideLink url={data} />
            </span>
          ))}
        </span>
      ),
    ],
    [m.admin_info_url(), url ? <OutsideLink key="url" url={url} /> : undefined],
    [
      m.admin_account(),
      userId === undefined ? source ? undefined : m.admin_no_user() : <Account key="account" id={userId} />,
    ],
    [
      m.import_from_source(),
      source && (
        <span key="source" className={lines}>
          <bdi>{source.name}</bdi>
          {source.url === undefined ? null : <OutsideLink url={source.url} />}
        </span>
      ),
    ],
    [m.admin_created(), <Instant key="created" seconds={event.created_at} />],
    [m.admin_updated(), <Instant key="updated" seconds={event.updated_at} />],
  ]
}

/** The account by its name, once it is read; its ID, which support mails quote, stands below. */
function Account({ id }: { id: string }) {
  const { data } = useQuery(userQuery(id))
  return (
    <span className={lines}>
      <TextLink to="/backoffice/users/$id" params={{ id }}>
        <bdi>{data?.name ?? id}</bdi>
      </TextLink>
      {data === undefined ? null : <span className={text.small}>{id}</span>}
    </span>
  )
}

/** A link only where it leads to the web; anything else somebody sent is shown as text. */
function OutsideLink({ url }: { url: string }) {
  if (parseWebUrl(url) === undefined) return <>{url}</>
  return (
    <a href={url} target="_blank" rel="noopener nofollow" className={textLink()}>
      {url}
    </a>
  )
}

const photo = css({
  width: 'full',
  height: '[auto]',
  // One of a phone held upright fits on the screen.
  maxHeight: '[80dvh]',
  objectFit: 'contain',
  borderRadius: 'lg',
  bg: 'bg.sunken',
})
const description = css({ whiteSpace: 'pre-line', maxWidth: 'text', overflowWrap: 'anywhere' })
const label = css({ textStyle: 'label', color: 'fg.muted', marginBottom: '1' })
const lines = css({ display: 'grid', justifyItems: 'start' })

type Schedule = BackOfficeEvent['schedules'][number]

/** The dates of a year would push everything else out of sight. */
const MAX_SHOWN = 8

/** When it takes place, said once, and what is said of it: of the whole event, and of each date, which one press calls off. */
export function Dates({ event }: { event: BackOfficeEvent }) {
  const { id, title, timetable, schedules, states } = event
  const [isWhole, setWhole] = useState(false)
  const [opened, setOpened] = useState<{ day?: string }>()
  // The blocks of a one-time event are its dates; those that were over before anybody published it are stored nowhere else.
  const isSaidByDates = 'list' in timetable && schedules.length >= timetable.list.length
  const shown = isWhole ? schedules : schedules.slice(0, MAX_SHOWN)
  return (
    <div className={stack({ gap: '2', align: 'start' })}>
      {isSaidByDates ? (
        <p className={text.strong}>{m.admin_one_time()}</p>
      ) : (
        <TimetableLabels timetable={timetable} />
      )}
      <h3 className={label}>{m.admin_occurrences()}</h3>
      <ul>
        {shown.map((schedule) => (
          <li key={`${schedule.start_time}-${schedule.end_time}`} className={date}>
            {eventDate(schedule)}
            {schedule.is_all_day ? ` (${m.admin_all_day()})` : null}
            {schedule.id === undefined ? <Badge>{m.admin_prediction()}</Badge> : null}
            <StateLine event={schedule} />
            <DateButton event={event} schedule={schedule} onChange={(day) => setOpened({ day })} />
          </li>
        ))}
      </ul>
      <div className={cluster({ gap: '2' })}>
        {schedules.length > MAX_SHOWN ? (
          <Button variant="ghost" size="sm" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? m.admin_event_dates_fewer() : m.admin_event_dates_all({ n: schedules.length })}
          </Button>
        ) : null}
        {states?.whole === undefined ? null : (
          <span className={date}>
            {m.admin_state_whole()}
            <StateLine event={states.whole} />
          </span>
        )}
        <RowButton name={m.admin_state_set_of({ title })} onClick={() => setOpened({})}>
          {m.admin_state_set()}
        </RowButton>
      </div>
      {opened === undefined ? null : (
        <StateDialog event={{ id, title }} day={opened.day} onClose={() => setOpened(undefined)} />
      )}
    </div>
  )
}

interface DateButtonProps {
  event: BackOfficeEvent
  schedule: Schedule
  onChange: (day: string) => void
}

/** Calls a date to come off; what is said of it already is changed in the dialog. */
function DateButton({ event, schedule, onChange }: DateButtonProps) {
  const now = useNow()
  const { mutate, isPending } = useSetState()
  const day = dayShown(schedule, now)
  const said = announcementOf(event, day)
  const of = eventDate(schedule)
  if (schedule.end_time <= now || event.status !== 'PUBLISHED' || isCalledOff(event.states?.whole?.state))
    return null
  if (said !== undefined)
    return (
      <RowButton variant="ghost" name={m.admin_state_change_of({ of })} onClick={() => onChange(day)}>
        {m.admin_state_change()}
      </RowButton>
    )
  const { id, revision } = event
  return (
    <RowButton
      variant="ghost"
      name={m.admin_call_off_date({ of })}
      busy={isPending}
      onClick={() => mutate({ id, day, revision, before: said, wanted: { state: 'cancelled' } })}
    >
      {m.admin_call_off_one()}
    </RowButton>
  )
}

const date = css({ display: 'flex', flexWrap: 'wrap', columnGap: '2', alignItems: 'center' })

interface ProposedChangeProps {
  event: BackOfficeEvent
  proposal: Proposal
  eventReview: EventReview
}

/** An organiser's proposal beside the event as it is by now: what it leaves alone stays, whoever has edited it since. */
function ProposedChange({ event, proposal, eventReview }: ProposedChangeProps) {
  const [rejectingBy, setRejectingBy] = useState<ReviewSource>()
  const decision = useDecideProposal(event, proposal.id, eventReview.continueAfter)
  // An event on review has these keys for itself.
  const hasKeys = !eventReview.isOnReview && !decision.isPending
  usePausedKeys(rejectingBy !== undefined)
  const proposed = proposedOver(event, proposal)
  const approve = (by: ReviewSource) =>
    decision.mutate({ by, approved: proposed, takesPhoto: proposal.photo !== undefined })
  useShortcutKeys(hasKeys ? { a: () => approve('key'), r: () => setRejectingBy('key') } : {})
  // The address goes with its account.
  const told = event.email === '' ? m.admin_unmailed() : m.admin_proposal_mailed()
  return (
    <>
      <Conflict
        mine={{ payload: proposed, photo: proposal.photo && (proposal.photo.photo ?? null) }}
        theirs={{ payload: payloadOf(event), photo: event.photo }}
        tags={event.tags}
        texts={{
          title: m.admin_proposal_title(),
          text: m.admin_proposal_text(),
          same: m.admin_proposal_same(),
          mine: m.admin_proposal_mine(),
          theirs: m.admin_proposal_theirs(),
        }}
      >
        <Button size="lg" busy={decision.isPending} onClick={() => approve('button')}>
          {m.admin_proposal_use()}
        </Button>
        <Button variant="secondary" size="lg" onClick={() => setRejectingBy('button')}>
          {m.admin_proposal_reject()}
        </Button>
      </Conflict>
      {rejectingBy === undefined ? null : (
        <RejectDialog
          events={[event]}
          draftOf={proposal.id}
          texts={{
            title: m.admin_proposal_reject_title(),
            description: `${m.admin_proposal_reject_text({ title: event.title })} ${told}`,
          }}
          onClose={() => setRejectingBy(undefined)}
          onReject={(reason) =>
            decision
              .mutateAsync({ by: rejectingBy, reason })
              .then(() => true)
              .catch(() => false)
              .finally(() => setRejectingBy(undefined))
          }
        />
      )}
    </>
  )
}

type Decision = { by: ReviewSource } & (
  | { approved: SubmissionPayload; takesPhoto: boolean }
  | { reason: string }
)

/** Approves or rejects a proposal. Neither is undone: the organiser is told at once, and an edit repairs what was published. */
function useDecideProposal(event: BackOfficeEvent, proposal: string, onDecided: (by: ReviewSource) => void) {
  const queryClient = useQueryClient()
  const { id, revision } = event
  const params = { id, proposal }
  return useAction({
    run: (decision: Decision, api) => {
      if ('reason' in decision) return api.call(rejectProposal, { params, body: { reason: decision.reason } })
      const body = {
        ...contentOf(decision.approved, event),
        ...(decision.takesPhoto && { takes_photo: true }),
        revision,
      }
      return api.call(approveProposal, { params, body })
    },
    done: ({ title }, decision) => [
      'approved' in decision ? m.admin_proposal_approved() : m.admin_proposal_rejected(),
      title,
    ],
    failed: () => m.admin_proposal_failed(),
    why: (error) => (isConflict(error) || isGone(error) ? m.admin_proposal_meanwhile() : undefined),
    onDone: (stored, { by }) => {
      queryClient.setQueryData(eventQuery(stored.id).queryKey, stored)
      // The way on is known from where the event was in its queue.
      onDecided(by)
      removeFromQueues(queryClient, stored.id)
    },
  })
}
