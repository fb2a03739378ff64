import { useEffect, useEffectEvent, useId, type Ref } from 'react'
import { useDeliveryNote, PausedNote, outcomeOf } from '@/client/shared/outbox/delivery-outcome'
import { useLiveOutbox } from '@/client/shared/offline/use-live-device'
import { useCurrentUser } from '@/client/shared/session/use-current-user'
import { usePlaceAndTagOptions } from '@/client/shared/event-form/place-and-tag-options'
import { Button } from '@/client/design-system/button'
import { Spinner } from '@/client/design-system/skeleton'
import { CheckIcon, InboxIcon } from 'lucide-react'
import { submissionReference } from '@/domain/submissions/submission-limits'
import { TextLink } from '@/client/shared/links/link'
import * as m from '@/messages/compiled/messages.js'
import { isVisibleTo } from '@/offline/outbox/entry'
import { EventCard } from '@/client/shared/programme/event-card'
import { useNow } from '@/client/shared/time/use-now'
import { smallText, subheadingText } from '@/client/design-system/text'
import { firstScheduleOf } from '@/domain/timetables/schedule'
import { css, cx } from 'styled-system/css'
import { cluster, column } from 'styled-system/patterns'
import { card } from 'styled-system/recipes'
import type { EventResult } from './submission-result'

interface SubmittedPanelProps {
  /** The id of its entry in the outbox. */
  id: string
  /** The event was submitted in this page; undefined after a reload. */
  submitted: EventResult | undefined
  headingRef: Ref<HTMLHeadingElement>
  /** Begins another event with the same place and contact address. */
  onAnother: (result: EventResult) => void
  /** Begins an event of its own. */
  onNew: () => void
  /** The server has refused it: the person corrects it. */
  onRefused: () => void
}

/** The page of a submission, sent or waiting in the outbox, as the outbox has it by now. */
export function SubmittedPanel({ id, submitted, onNew, onRefused, ...props }: SubmittedPanelProps) {
  const found = useSubmitted(id, submitted)
  const isGone = found === 'gone'
  const isRefused = typeof found !== 'string' && found.outcome === 'refused'
  const leave = useEffectEvent(() => (isRefused ? onRefused() : onNew()))
  useEffect(() => {
    if (isGone || isRefused) leave()
  }, [isGone, isRefused])
  if (typeof found === 'string' || isRefused) return <Spinner label={m.form_edit_loading()} />
  return <Confirmation result={found} onNew={onNew} {...props} />
}

function useSubmitted(id: string, submitted: EventResult | undefined): EventResult | 'loading' | 'gone' {
  const found = useLiveOutbox(
    async (outbox) => ({ entry: await outbox.get(id), photo: await outbox.photo(id) }),
    [id],
  )
  const user = useCurrentUser()
  if (found === 'loading' || user === undefined) return submitted ?? 'loading'
  // An entry of another account is not shown.
  if (found === 'unreadable' || found.entry === undefined || !isVisibleTo(found.entry, user?.id ?? null))
    return submitted ?? 'gone'
  const { entry } = found
  if (entry.kind !== 'submitEvent') return 'gone'
  const outcome = outcomeOf(entry, user?.id, navigator.onLine)
  return { entry, outcome, photo: submitted?.photo ?? found.photo }
}

interface ConfirmationProps extends Pick<SubmittedPanelProps, 'headingRef' | 'onAnother' | 'onNew'> {
  result: EventResult
}

function Confirmation({ result, headingRef, onAnother, onNew }: ConfirmationProps) {
  const { outcome, entry } = result
  const titleId = useId()
  const waits = outcome === 'sending' ? m.form_sending_title : m.form_waits_title
  const title = outcome === 'sent' ? m.form_done_title : waits
  return (
    <section aria-labelledby={titleId} className={card({ pad: true })}>
      <div className={head}>
        <span className={mark}>{outcome === 'sent' ? <CheckIcon size="1.375rem" /> : <InboxIcon />}</span>
        <div className={heading}>
          <h1 id={titleId} ref={headingRef} tabIndex={-1} className={subheadingText}>
            {title()}
          </h1>
          {entry.receipt ? (
            <p className={smallText}>
              {m.form_done_number({ number: submissionReference(entry.receipt.id) })}
            </p>
          ) : null}
        </div>
      </div>
      <div className={columns}>
        <div className={next}>
          <h2 className={subtitle}>{m.form_done_next()}</h2>
          <Steps {...result} />
        </div>
        <div className={cx(cluster({ gap: '3' }), wholeRow)}>
          <Button variant="secondary" onClick={() => onAnother(result)}>
            {m.form_another_here()}
          </Button>
          <Button variant="ghost" onClick={onNew}>
            {m.form_new_event()}
          </Button>
        </div>
        <SubmissionPreview {...result} />
      </div>
    </section>
  )
}

function Steps({ outcome, entry }: EventResult) {
  const note = useDeliveryNote()
  const { title, email } = entry.payload
  const isMailed = entry.receipt?.notified_by_mail
  return (
    <div className={steps}>
      {outcome === 'sending' ? <p>{m.form_sending_text({ title })}</p> : null}
      {outcome === 'paused' ? <PausedNote text={m.form_paused_text({ title })} /> : null}
      {outcome === 'queued' ? (
        <p>
          {m.form_waits_text({ title })} {note}
        </p>
      ) : null}
      {isMailed === undefined ? null : (
        <p>{isMailed ? m.form_done_mail({ email }) : m.form_done_no_mail({ email })}</p>
      )}
      <p>{m.form_done_review({ email })}</p>
      {outcome !== 'sent' ? (
        <TextLink to="/outbox">{m.form_waits_link()}</TextLink>
      ) : entry.owner === null ? null : (
        <TextLink to="/profile">{m.form_done_profile()}</TextLink>
      )}
    </div>
  )
}

const head = css({ display: 'flex', gap: '3', alignItems: 'flex-start' })
const mark = css({
  display: 'grid',
  placeItems: 'center',
  flexShrink: '0',
  width: '10',
  height: '10',
  borderRadius: 'full',
  bg: 'success.subtle',
  color: 'success.fg',
})
const heading = css({ flexGrow: '1', minWidth: '0' })
const subtitle = css({ textStyle: 'label' })
const columns = css({
  display: 'grid',
  gap: '5',
  marginTop: '4',
  alignItems: 'start',
  gridTemplateColumns: '[repeat(auto-fit, minmax(min(100%, 13rem), 1fr))]',
  // The preview stands beside what comes next, and after the buttons where there is one column.
  gridAutoFlow: 'dense',
})
const wholeRow = css({ gridColumn: '[1 / -1]' })
const next = column({ minWidth: '0' })
const steps = column({ gap: '2', overflowWrap: 'anywhere' })

/** The card that a submission becomes. Needs Temporal, which its form has loaded. */
function SubmissionPreview({ entry, photo }: EventResult) {
  const now = useNow()
  const { tags } = usePlaceAndTagOptions()
  const { title, description, location_name, latitude, longitude, tag_keys, timetable } = entry.payload
  const first = firstScheduleOf(timetable, { from: now })
  const nameOf = (key: string) => tags.find((tag) => tag.key === key)?.name ?? key
  const event = {
    id: '',
    title,
    description,
    location_name,
    latitude,
    longitude,
    info_links: [],
    tags: tag_keys.map((key) => ({ id: key, key, name: nameOf(key) })),
    ...(first ?? { start_time: now, end_time: now, is_all_day: true }),
  }
  return (
    <div className={next}>
      <figure className={next}>
        <figcaption className={subtitle}>{m.form_done_preview()}</figcaption>
        <EventCard event={event} now={now} headingLevel={2} preview={{ photo }} />
      </figure>
      {photo === undefined && entry.photo !== undefined ? (
        <p className={smallText}>{m.event_photo_later()}</p>
      ) : null}
    </div>
  )
}
