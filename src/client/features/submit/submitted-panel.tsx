import { Link } from '@tanstack/react-router'
import { useCallback, useId } from 'react'
import { useDeliveryNote } from '@/client/shared/outbox/delivery-note'
import { PausedNote } from '@/client/shared/outbox/paused-note'
import type { TagChoice } from '@/client/shared/tags/tag-picker-order'
import { Button } from '@/client/design-system/button'
import { CheckIcon } from '@/client/design-system/icons/form-icons'
import { IconButton } from '@/client/design-system/icon-button'
import { CloseIcon } from '@/client/design-system/icons/icons'
import { TrayIcon } from '@/client/design-system/icons/later-icons'
import { submissionReference } from '@/domain/submissions/submission-reference'
import * as m from '@/messages/compiled/messages.js'
import type { OutboxEntry } from '@/offline/outbox/entry'
import { css } from 'styled-system/css'
import { card, textLink } from 'styled-system/recipes'
import { contactOf } from './submission-result'
import type { EventResult } from './submission-result'
import { SubmissionPreview } from './submission-preview'

interface SubmittedPanelProps {
  result: EventResult
  knownTags: readonly TagChoice[]
  /** Begins another event with the same place and contact address. */
  onAnother: () => void
  onClose: () => void
}

/** The state of a submission, sent or waiting in the outbox; it stays until it is closed. */
export function SubmittedPanel({ result, knownTags, onAnother, onClose }: SubmittedPanelProps) {
  const { outcome, entry } = result
  const titleId = useId()
  const focusUnlessBusy = useCallback((title: HTMLElement | null) => {
    // A person who has begun to write the next event meanwhile goes on.
    if (document.activeElement?.matches('input, textarea, select') === false)
      title?.focus({ preventScroll: true })
  }, [])
  return (
    <section aria-labelledby={titleId} className={card({ pad: true })}>
      <div className={head}>
        <span className={mark}>{outcome === 'sent' ? <CheckIcon size={22} /> : <TrayIcon />}</span>
        <div className={heading}>
          <h2 id={titleId} ref={focusUnlessBusy} tabIndex={-1} className={title}>
            {TITLES[outcome]()}
          </h2>
          {entry.receipt ? (
            <p className={muted}>{m.form_done_number({ number: submissionReference(entry.receipt.id) })}</p>
          ) : null}
        </div>
        <IconButton label={m.outbox_close()} icon={<CloseIcon size={20} />} onClick={onClose} />
      </div>
      <div className={columns}>
        <div className={next}>
          <h3 className={subtitle}>{m.form_done_next()}</h3>
          <Steps result={result} />
          <Button variant="secondary" className={another} onClick={onAnother}>
            {m.form_another_here()}
          </Button>
        </div>
        {entry.kind === 'submitEvent' ? (
          <SubmissionPreview payload={entry.payload} photo={result.photo} knownTags={knownTags} />
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
  // Its form shows why; the panel is not there.
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
})
const next = css({ display: 'grid', gap: '3', minWidth: '0' })
const steps = css({ display: 'grid', gap: '2', overflowWrap: 'anywhere' })
const another = css({ justifySelf: 'start' })
