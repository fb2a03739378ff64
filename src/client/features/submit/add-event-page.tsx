import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { isOnPage } from '@/client/shared/layout/history-state'
import { PushOffer } from '@/client/shared/notifications/push-offer'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import { Spinner } from '@/client/design-system/spinner'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { page } from 'styled-system/patterns'
import { usePlaceAndTagOptions } from '@/client/shared/event-form/place-and-tag-options'
import { fromSubmission } from '@/client/shared/event-form/from-submission'
import { NewEvent } from './new-event'
import type { AnotherEvent } from './new-event'
import { announce, announceFinalOutcome, contactOf } from './submission-result'
import { PageHeader } from './page-header'
import { SubmittedPanel } from './submitted-panel'
import type { EventResult } from './submission-result'

const waiting = { fallback: <Opening /> }
const EditEvent = lazyPart(async () => (await import('./edit-event')).EditEvent, waiting)
const ResubmitEvent = lazyPart(async () => (await import('./again/resubmit-event')).ResubmitEvent, waiting)
const UseAgain = lazyPart(async () => (await import('./again/use-again')).UseAgain, waiting)
const SharedContent = lazyPart(async () => (await import('./shared-content')).SharedContent, waiting)
const route = getRouteApi('/add-event')

const toTop = () => window.scrollTo({ top: 0 })

function Opening() {
  return <Spinner label={m.form_edit_loading()} />
}

/** Create New Event (rules 2.7), edit one that is queued in the outbox (`?edit=<id>`), or see what was submitted (`?sent=<id>`). No sign-in needed. */
export function AddEventPage() {
  const { edit, again, like, shared, sent } = route.useSearch()
  const navigate = useNavigate()
  const { history } = useRouter()
  const [submitted, setSubmitted] = useState<EventResult>()
  const [another, setAnother] = useState<AnotherEvent>()
  const [resetCount, setResetCount] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  const { tags } = usePlaceAndTagOptions()

  /** The heading of what is shown next is only coming. */
  const isFocusWanted = useRef(false)
  const focusHeading = () => {
    isFocusWanted.current = heading.current === null
    heading.current?.focus({ preventScroll: true })
  }
  const lastHeading = useRef<HTMLHeadingElement>(undefined)
  const onHeading = (element: HTMLHeadingElement | null) => {
    heading.current = element
    // React calls it again for the heading that gives way.
    const isNext = element !== null && element !== lastHeading.current
    lastHeading.current = element ?? lastHeading.current
    if (isNext && isFocusWanted.current) focusHeading()
  }
  // Nobody sees what has become of it on a page that was left.
  const shownId = useRef(sent)
  useEffect(() => {
    shownId.current = sent
    return () => {
      shownId.current = undefined
    }
  }, [sent])

  const openForm = () => navigate({ to: '/add-event', search: {}, replace: true })
  /** The form gives way to the confirmation, or the other way round: the person begins to read at its top. */
  const show = async (search: { edit?: string; sent?: string }) => {
    isFocusWanted.current = true
    await navigate({ to: '/add-event', search, replace: true })
    toTop()
  }
  const onResult = async (result: EventResult) => {
    const { id } = result.entry
    if (!isOnPage(history, '/add-event')) {
      void announceFinalOutcome(result, () => false)
      return
    }
    announce(result, { hasPanel: result.outcome !== 'refused' })
    if (result.outcome === 'refused') {
      // It stays in the outbox: from here on the person corrects that entry, read again.
      setResetCount((before) => before + 1)
      return navigate({ to: '/add-event', search: { edit: id }, replace: true })
    }
    setSubmitted(result)
    setAnother({ email: contactOf(result) })
    if (result.outcome === 'sending') void announceFinalOutcome(result, () => shownId.current === id)
    return show({ sent: id })
  }
  const beginAnother = ({ entry }: EventResult) => {
    if (entry.kind === 'submitEvent') setAnother(fromSubmission(entry.payload))
    void show({})
  }
  return (
    <div className={page({ width: 'form' })}>
      <div className={frame}>
        {again === undefined && sent === undefined ? (
          <PageHeader
            ref={onHeading}
            title={edit === undefined ? m.form_page_title() : m.form_edit_title()}
            // The form of an entry says itself what becomes of it.
            intro={edit === undefined ? m.form_intro() : undefined}
          />
        ) : null}
        {edit === undefined &&
        again === undefined &&
        like === undefined &&
        shared === undefined &&
        sent === undefined ? (
          <NewEvent
            key={`new-${resetCount}`}
            beginsEmpty={another !== undefined}
            another={another}
            onReset={() => {
              toTop()
              focusHeading()
            }}
            onResult={onResult}
          />
        ) : (
          <>
            {sent === undefined ? null : (
              <SubmittedPanel
                key={sent}
                id={sent}
                submitted={submitted?.entry.id === sent ? submitted : undefined}
                knownTags={tags}
                headingRef={onHeading}
                onAnother={beginAnother}
                onNew={() => void show({})}
                onRefused={() => void show({ edit: sent })}
              />
            )}
            {again === undefined ? null : (
              <ResubmitEvent key={`${again}-${resetCount}`} id={again} onResult={onResult} />
            )}
            {edit === undefined || again !== undefined ? null : (
              <EditEvent key={`${edit}-${resetCount}`} id={edit} onResult={onResult} />
            )}
            {like === undefined ? null : <UseAgain key={like} id={like} onReady={() => void openForm()} />}
            {shared === undefined || like !== undefined ? null : (
              <SharedContent onReady={() => void openForm()} />
            )}
          </>
        )}
        {submitted === undefined || submitted.entry.id !== sent ? null : (
          <PushOffer key={`push-${submitted.entry.id}`} entry={submitted.entry} onClose={focusHeading} />
        )}
      </div>
    </div>
  )
}

const frame = css({
  display: 'flex',
  flexDirection: 'column',
  gap: '6',
  paddingBlock: { base: '6', md: '10' },
})
