import { createFileRoute, getRouteApi, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { EventValues } from '@/client/shared/event-form/event-values'
import { isOnPage, siteHead } from '@/client/shared/layout/page-head'
import { searchTexts } from '@/client/shared/links/web-url'
import { usedTagsQuery } from '@/client/shared/programme/programme-queries'
import * as m from '@/messages/compiled/messages.js'
import { column, pageColumn } from 'styled-system/patterns'
import { NewEvent } from './new-event'
import { announce, announceFinalOutcome, type EventResult } from './submission-result'
import { SubmittedPanel } from './submitted-panel'
import { BellIcon } from 'lucide-react'
import { declinePush, pushOfferFor, subscribeToReview } from '@/client/shared/notifications/push-subscription'
import { report } from '@/client/shared/offline/offline-client'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { Spinner } from '@/client/design-system/skeleton'
import { mutedText, titleText } from '@/client/design-system/text'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import type { OutboxEntry } from '@/offline/outbox/entry'

const waiting = { fallback: <Spinner label={m.form_edit_loading()} /> }
const EditEvent = lazyPart(async () => (await import('./edit-event')).EditEvent, waiting)
const BegunEvent = lazyPart(async () => (await import('./begun-event')).BegunEvent, waiting)

const route = getRouteApi('/add-event')

/** Create New Event (rules 2.7), edit one that waits in the outbox (`?edit=<id>`), or see what was submitted (`?sent=<id>`). No sign-in needed. */
function AddEventPage() {
  const { edit, like, shared, sent } = route.useSearch()
  const router = useRouter()
  const [submitted, setSubmitted] = useState<EventResult>()
  const [another, setAnother] = useState<Partial<EventValues>>()
  const [resetCount, setResetCount] = useState(0)

  /** The heading of what is shown next is only coming. */
  const isFocusWanted = useRef(false)
  const onHeading = useCallback((heading: HTMLHeadingElement | null) => {
    if (heading === null || !isFocusWanted.current) return
    isFocusWanted.current = false
    heading.focus({ preventScroll: true })
  }, [])
  const isHere = () => isOnPage(router.history, '/add-event')

  const open = (search: { edit?: string; sent?: string }) =>
    router.navigate({ to: '/add-event', search, replace: true })
  /** The form gives way to the confirmation, or the other way round: the person begins to read at its top. */
  const show = async (search: { edit?: string; sent?: string }) => {
    isFocusWanted.current = true
    await open(search)
    window.scrollTo({ top: 0 })
  }
  const onResult = async (result: EventResult) => {
    const { id } = result.entry
    if (!isHere()) return announceFinalOutcome(result, () => false)
    void announce(result, true)
    if (result.outcome === 'refused') {
      // It stays in the outbox: from here on the person corrects that entry, read again.
      setResetCount((before) => before + 1)
      return open({ edit: id })
    }
    setSubmitted(result)
    setAnother({ email: result.entry.payload.email })
    if (result.outcome === 'sending')
      void announceFinalOutcome(result, () => isHere() && router.history.location.search.includes(id))
    return show({ sent: id })
  }
  const beginAnother = ({ entry }: EventResult) => {
    const { email, location_name, latitude, longitude } = entry.payload
    setAnother({ email, location_name, latitude, longitude })
    void show({})
  }
  if (sent !== undefined) {
    const own = submitted?.entry.id === sent ? submitted : undefined
    return (
      <div className={pageColumn({ width: 'form' })}>
        <SubmittedPanel
          key={sent}
          id={sent}
          submitted={own}
          headingRef={onHeading}
          onAnother={beginAnother}
          onNew={() => void show({})}
          onRefused={() => void show({ edit: sent })}
        />
        {own ? <PushOffer key={`push-${sent}`} entry={own.entry} onClose={focusHeading} /> : null}
      </div>
    )
  }
  return (
    <div className={pageColumn({ width: 'form' })}>
      <header className={column({ gap: '2' })}>
        <h1 ref={onHeading} tabIndex={-1} className={titleText}>
          {edit === undefined ? m.form_page_title() : m.form_edit_title()}
        </h1>
        {/* The form of an entry says itself what becomes of it. */}
        {edit === undefined ? <p className={mutedText}>{m.form_intro()}</p> : null}
      </header>
      {edit !== undefined ? (
        <EditEvent key={`${edit}-${resetCount}`} id={edit} onResult={onResult} />
      ) : like !== undefined || shared !== undefined ? (
        <BegunEvent key={like} like={like} onReady={() => void open({})} />
      ) : (
        <NewEvent key={resetCount} another={another} onReset={readFromTop} onResult={onResult} />
      )}
    </div>
  )
}

function focusHeading(): void {
  document.querySelector('h1')?.focus({ preventScroll: true })
}

function readFromTop(): void {
  window.scrollTo({ top: 0 })
  focusHeading()
}

const readTexts = searchTexts('edit', 'like', 'sent')

export const Route = createFileRoute('/add-event')({
  /**
   * `edit`: an entry of the outbox to change. `like`: an earlier submission to begin a new event with, an entry of the outbox or an
   * event of the current user. `sent`: an entry of the outbox that was submitted here, for its confirmation. `shared`: another app
   * shared text or a photo, which waits for this form.
   */
  validateSearch: (search: Record<string, unknown>): ReturnType<typeof readTexts> & { shared?: number } => ({
    ...readTexts(search),
    ...(search['shared'] === undefined ? {} : { shared: 1 }),
  }),
  // The page comes with its tags, whose place would else be another's at first; a browser does not wait for them.
  loader: async ({ context: { queryClient, programme } }) => {
    const tags = queryClient.prefetchQuery(usedTagsQuery(programme))
    if (import.meta.env.SSR) await tags
  },
  head: siteHead(m.form_page_title, import.meta.env.SSR && m.form_page_description),
  component: AddEventPage,
})

type State = 'hidden' | 'offer' | 'install' | 'asking' | 'on' | 'later' | 'denied' | 'failed'

interface PushOfferProps {
  /** The entry that was just submitted: sent, or waiting in the outbox. */
  entry: OutboxEntry
  /** It is not shown any more: the focus has to go somewhere. */
  onClose: () => void
}

/** After a submission: offers a notification on this device when it is reviewed. The browser asks only after the tap. */
function PushOffer({ entry, onClose }: PushOfferProps) {
  const [state, setState] = useState<State>('hidden')
  useEffect(() => {
    pushOfferFor(entry)
      .then((kind) => setState(kind === 'none' ? 'hidden' : kind))
      .catch(() => undefined)
  }, [entry])

  const accept = async () => {
    setState('asking')
    try {
      const result = await subscribeToReview(entry)
      setState(result === 'undecided' ? 'offer' : result)
    } catch (error) {
      report('Notifications could not be turned on.', error)
      setState('failed')
    }
  }
  const close = () => {
    setState('hidden')
    onClose()
  }
  const decline = () => {
    declinePush()
    close()
  }
  if (state === 'hidden') return null
  const isAsked = state === 'offer' || state === 'asking' || state === 'failed'
  const [title, text, ofAccount = text] = LABELS[state]
  return (
    <Banner
      {...ANNOUNCED}
      tone={state === 'denied' || state === 'failed' ? 'warning' : 'info'}
      icon={<BellIcon />}
      title={title()}
      actions={
        <>
          {/* One button, whatever it says: the focus stays on it. */}
          <Button
            size="sm"
            variant={isAsked ? 'primary' : 'ghost'}
            busy={state === 'asking'}
            onClick={isAsked ? () => void accept() : state === 'install' ? decline : close}
          >
            {state === 'failed' ? m.push_retry() : isAsked ? m.push_offer_accept() : m.push_close()}
          </Button>
          {isAsked ? (
            <Button size="sm" variant="ghost" onClick={decline}>
              {m.push_offer_decline()}
            </Button>
          ) : null}
        </>
      }
    >
      <p>{entry.owner === null ? text() : ofAccount()}</p>
    </Banner>
  )
}

/** The banner announces what has become of the tap. */
const ANNOUNCED = { role: 'status' } as const

/** Title, text, and the text for an account where it is another. */
const LABELS: Record<Exclude<State, 'hidden'>, [() => string, () => string, (() => string)?]> = {
  offer: [m.push_offer_title, m.push_offer_text, m.push_offer_text_account],
  asking: [m.push_offer_title, m.push_asking],
  install: [m.push_install_title, m.push_install_text],
  on: [m.push_on_title, m.push_on_text],
  later: [m.push_later_title, m.push_later_text, m.push_later_text_account],
  denied: [m.push_denied_title, m.push_denied_text],
  failed: [m.push_failed_title, m.push_failed_text],
}
