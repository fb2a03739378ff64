import { getRouteApi, useHydrated, useNavigate } from '@tanstack/react-router'
import { Suspense, lazy, useEffect, useRef, useState } from 'react'
import { loadWhenIdle } from '@/client/shared/loading/load-when-idle'
import { Spinner } from '@/client/design-system/spinner'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { page } from 'styled-system/patterns'
import { usePlaceAndTagOptions } from '@/client/shared/event-form/place-and-tag-options'
import { fromSubmission } from '@/client/shared/event-form/from-submission'
import { NewEvent } from './new-event'
import type { AnotherEvent } from './new-event'
import { PageHeader } from './page-header'
import { contactOf } from './submission-result'
import type { EventResult } from './submission-result'

const EditEvent = lazy(async () => ({ default: (await import('./edit-event')).EditEvent }))
const ResubmitEvent = lazy(async () => ({ default: (await import('./again/resubmit-event')).ResubmitEvent }))
const UseAgain = lazy(async () => ({ default: (await import('./again/use-again')).UseAgain }))
const SharedContent = lazy(async () => ({ default: (await import('./shared-content')).SharedContent }))
// Loaded once something was submitted.
const loadPanel = () => import('./submitted-panel')
const SubmittedPanel = loadWhenIdle(async () => (await loadPanel()).SubmittedPanel)
const PushOffer = loadWhenIdle(
  async () => (await import('@/client/shared/notifications/push-offer')).PushOffer,
)
/** Loaded while the form is filled in. */
const loadAnnouncements = () => import('./announce-result')
const route = getRouteApi('/add-event')

/** By a toast, where the panel does not say it. */
async function showResult(result: EventResult): Promise<void> {
  const { announce } = await loadAnnouncements()
  const panel = await loadPanel().catch(() => undefined)
  announce(result, { hasPanel: panel !== undefined })
}

/** Create New Event (rules 2.7), or edit one that is queued in the outbox (`?edit=<id>`). No sign-in needed. */
export function AddEventPage() {
  const { edit, again, like, shared } = route.useSearch()
  const navigate = useNavigate()
  const [panel, setPanel] = useState<EventResult>()
  const [submitted, setSubmitted] = useState<EventResult>()
  const [another, setAnother] = useState<AnotherEvent>()
  const [resetCount, setResetCount] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  const isHydrated = useHydrated()
  const { tags } = usePlaceAndTagOptions()

  /** After a resubmission the page's own heading is only coming. */
  const isFocusWanted = useRef(false)
  const focusHeading = () => {
    isFocusWanted.current = heading.current === null
    heading.current?.focus({ preventScroll: true })
  }
  const backToTop = () => {
    window.scrollTo({ top: 0 })
    focusHeading()
  }
  const openForm = () => void navigate({ to: '/add-event', search: {}, replace: true })
  useEffect(() => void Promise.all([loadAnnouncements(), loadPanel()]).catch(() => undefined), [])
  // Nobody sees the panel of a page that was left.
  const shownPanel = useRef<EventResult>(undefined)
  useEffect(() => {
    shownPanel.current = panel
    return () => {
      shownPanel.current = undefined
    }
  }, [panel])
  const onHeading = (element: HTMLHeadingElement | null) => {
    heading.current = element
    if (element !== null && isFocusWanted.current) focusHeading()
  }

  const onResult = (result: EventResult) => {
    void showResult(result)
    if (result.outcome === 'refused') {
      // It stays in the outbox: from here on the person corrects that entry, read again.
      setResetCount((before) => before + 1)
      void navigate({ to: '/add-event', search: { edit: result.entry.id }, replace: true })
      return
    }
    setSubmitted(result)
    setPanel(result)
    setAnother({ email: contactOf(result) })
    if (result.outcome === 'sending') void followUp(result)
    setResetCount((before) => before + 1)
    if (edit !== undefined || again !== undefined) openForm()
    backToTop()
  }

  /** The final outcome is a toast, or what the panel says if it is still this event's. */
  const followUp = async (sending: EventResult) => {
    const { announceFinalOutcome } = await loadAnnouncements()
    const result = await announceFinalOutcome(sending, () => shownPanel.current === sending)
    setPanel((shown) => (shown !== sending ? shown : result.outcome === 'refused' ? undefined : result))
  }
  const beginAnother = ({ entry }: EventResult) => {
    if (entry.kind === 'submitEvent') setAnother(fromSubmission(entry.payload))
    setPanel(undefined)
    setResetCount((before) => before + 1)
    openForm()
    backToTop()
  }

  return (
    <div className={page({ width: 'form' })}>
      <div className={frame}>
        {again === undefined ? (
          <PageHeader
            ref={onHeading}
            title={edit === undefined ? m.form_page_title() : m.form_edit_title()}
            intro={edit === undefined ? m.form_intro() : m.form_edit_intro()}
          />
        ) : null}
        {panel === undefined ? null : (
          <SubmittedPanel
            key={`panel-${panel.entry.id}`}
            result={panel}
            knownTags={tags}
            onAnother={() => beginAnother(panel)}
            onClose={() => {
              setPanel(undefined)
              focusHeading()
            }}
          />
        )}
        {submitted === undefined ? null : (
          <PushOffer key={`push-${submitted.entry.id}`} entry={submitted.entry} onClose={focusHeading} />
        )}
        {edit === undefined && again === undefined && like === undefined && shared === undefined ? (
          <NewEvent
            key={`new-${resetCount}`}
            beginsEmpty={submitted !== undefined}
            another={another}
            onReset={backToTop}
            onResult={onResult}
          />
        ) : isHydrated ? (
          <Suspense fallback={<Spinner label={m.form_edit_loading()} />}>
            {again === undefined ? null : (
              <ResubmitEvent key={`${again}-${resetCount}`} id={again} onResult={onResult} />
            )}
            {edit === undefined || again !== undefined ? null : (
              <EditEvent key={`${edit}-${resetCount}`} id={edit} onResult={onResult} />
            )}
            {like === undefined ? null : <UseAgain key={like} id={like} onReady={openForm} />}
            {shared === undefined || like !== undefined ? null : <SharedContent onReady={openForm} />}
          </Suspense>
        ) : (
          // The server does not wait for what is lazy.
          <Spinner label={m.form_edit_loading()} />
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
