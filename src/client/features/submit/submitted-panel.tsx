import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useId } from 'react'
import type { Ref } from 'react'
import { useDeliveryNote } from '@/client/shared/outbox/delivery-note'
import { outcomeOf } from '@/client/shared/outbox/outbox-submit'
import { useLiveOutbox } from '@/client/shared/outbox/use-live-outbox'
import { useCurrentUser } from '@/client/shared/session/use-current-user'
import { PausedNote } from '@/client/shared/outbox/paused-note'
import type { TagChoice } from '@/client/shared/tags/tag-picker-order'
import { Button } from '@/client/design-system/button'
import { Spinner } from '@/client/design-system/spinner'
import { CheckIcon } from '@/client/design-system/icons/form-icons'
import { TrayIcon } from '@/client/design-system/icons/later-icons'
import { submissionReference } from '@/domain/submissions/submission-reference'
import * as m from '@/messages/compiled/messages.js'
import { isVisibleTo } from '@/offline/outbox/accounts'
import { isReadable } from '@/offline/outbox/entry'
import type { OutboxEntry } from '@/offline/outbox/entry'
import { css, cx } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { card, textLink } from 'styled-system/recipes'
import { contactOf } from './submission-result'
import type { EventResult } from './submission-result'
import { SubmissionPreview } from './submission-preview'

interface SubmittedPanelProps {
  /** The id of its entry in the outbox. */
  id: string
  /** The event was submitted in this page; undefined after a reload. */
  submitted: EventResult | undefined
  knownTags: readonly TagChoice[]
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
  const found = useLiveOutbox(async (outbox) => (await outbox.get(id)) ?? 'none', [id])
  const user = useCurrentUser()
  if (found === 'loading' || user === undefined) return submitted ?? 'loading'
  const userId = user?.id ?? null
  // An entry of another account is not shown.
  if (typeof found === 'string' || !isReadable(found) || !isVisibleTo(found, userId))
    return submitted ?? 'gone'
  if (found.kind !== 'submitEvent') return 'gone'
  const outcome = outcomeOf(found, user?.id, navigator.onLine)
  return { entry: found, outcome, title: found.payload.title, photo: submitted?.photo ?? found.photo }
}

type ConfirmationProps = Pick<SubmittedPanelProps, 'knownTags' | 'headingRef' | 'onAnother' | 'onNew'> & {
  result: EventResult
}

function Confirmation({ result, knownTags, headingRef, onAnother, onNew }: ConfirmationProps) {
  const { outcome, entry } = result
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className={card({ pad: true })}>
      <div className={head}>
        <span className={mark}>{outcome === 'sent' ? <CheckIcon size={22} /> : <TrayIcon />}</span>
        <div className={heading}>
          <h1 id={titleId} ref={headingRef} tabIndex={-1} className={title}>
            {TITLES[outcome]()}
          </h1>
          {entry.receipt ? (
            <p className={muted}>{m.form_done_number({ number: submissionReference(entry.receipt.id) })}</p>
          ) : null}
        </div>
      </div>
      <div className={columns}>
        <div className={next}>
          <h2 className={subtitle}>{m.form_done_next()}</h2>
          <Steps result={result} />
        </div>
        <div className={cx(cluster({ gap: '3' }), wholeRow)}>
          <Button variant="secondary" onClick={() => onAnother(result)}>
            {m.form_another_here()}
          </Button>
          <Button variant="ghost" onClick={onNew}>
            {m.form_new_event()}
          </Button>
        </div>
        {entry.kind === 'submitEvent' ? (
          <div className={next}>
            <SubmissionPreview payload={entry.payload} photo={result.photo} knownTags={knownTags} />
            {result.photo === undefined && entry.hadPhoto === true ? (
              <p className={muted}>{m.event_photo_later()}</p>
            ) : null}
          </div>
        ) : null}
      </div>
    </section>
  )
}

const TITLES: Record<EventResult['outcome'], () => string> = {
  sent: () => m.form_done_title(),
  sending: () => m.form_sending_title(),
  queued: () => m.form_waits_title(),
  paused: () => m.form_waits_title(),
  // Its form shows why; the page is not there.
  refused: () => m.form_waits_title(),
}

function Steps({ result: { outcome, title, entry } }: { result: EventResult }) {
  const note = useDeliveryNote()
  const email = contactOf({ entry })
  return (
    <div className={steps}>
      {outcome === 'sending' ? <p>{m.form_sending_text({ title })}</p> : null}
      {outcome === 'paused' ? <PausedNote text={m.form_paused_text({ title })} /> : null}
      {outcome === 'queued' ? (
        <p>
          {m.form_waits_text({ title })} {note}
        </p>
      ) : null}
      <MailNote entry={entry} />
      <p>{m.form_done_review({ email })}</p>
      {outcome === 'sent' ? null : (
        <Link to="/outbox" className={textLink()}>
          {m.form_waits_link()}
        </Link>
      )}
      {outcome === 'sent' && entry.owner !== null ? (
        <Link to="/profile" search={{}} className={textLink()}>
          {m.form_done_profile()}
        </Link>
      ) : null}
    </div>
  )
}

/** Whether a mail says that it has arrived, once the server has said so. */
function MailNote({ entry }: { entry: OutboxEntry }) {
  const { receipt } = entry
  if (receipt?.isNotifiedByMail === undefined) return null
  const email = contactOf({ entry })
  return <p>{receipt.isNotifiedByMail ? m.form_done_mail({ email }) : m.form_done_no_mail({ email })}</p>
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
const title = css({ textStyle: 'subheading', _focusVisible: { outline: 'none' } })
const subtitle = css({ textStyle: 'label' })
const muted = css({ textStyle: 'small', color: 'fg.muted' })
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
const next = css({ display: 'grid', gap: '3', minWidth: '0' })
const steps = css({ display: 'grid', gap: '2', overflowWrap: 'anywhere' })
