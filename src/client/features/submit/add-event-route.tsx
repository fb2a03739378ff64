import { createFileRoute, getRouteApi, useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState, type Ref } from 'react'
import { usePlaceAndTagOptions } from '@/client/shared/event-form/place-and-tag-options'
import { isOnPage, siteHead } from '@/client/shared/layout/page-head'
import { searchTexts } from '@/client/shared/links/web-url'
import { usedTagsQuery } from '@/client/shared/programme/programme-queries'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { page, stack } from 'styled-system/patterns'
import { NewEvent, type AnotherEvent } from './new-event'
import { announce, announceFinalOutcome, contactOf, type EventResult } from './submission-result'
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
const UseAgain = lazyPart(async () => (await import('./begun-event')).UseAgain, waiting)
const SharedContent = lazyPart(async () => (await import('./begun-event')).SharedContent, waiting)

const route = getRouteApi('/add-event')

const toTop = () => window.scrollTo({ top: 0 })

/** Create New Event (rules 2.7), edit one that waits in the outbox (`?edit=<id>`), or see what was submitted (`?sent=<id>`). No sign-in needed. */
function AddEventPage() {
  const { edit, like, shared, sent } = route.useSearch()
  const navigate = useNavigate()
  const { history } = useRouter()
  const [submitted, setSubmitted] = useState<EventResult>()
  const [another, setAnother] = useState<AnotherEvent>()
  const [resetCount, setResetCount] = useState(0)
  const { tags } = usePlaceAndTagOptions()

  const heading = useRef<HTMLHeadingElement>(null)
  /** The heading of what is shown next is only coming. */
  const isFocusWanted = useRef(false)
  const onHeading = useCallback((element: HTMLHeadingElement | null) => {
    heading.current = element
    if (element === null || !isFocusWanted.current) return
    isFocusWanted.current = false
    element.focus({ preventScroll: true })
  }, [])
  const focusHeading = () => heading.current?.focus({ preventScroll: true })
  // Nobody sees what has become of it on a page that was left.
  const shownId = useRef(sent)
  useEffect(() => {
    shownId.current = sent
    return () => {
      shownId.current = undefined
    }
  }, [sent])

  const openForm = () => void navigate({ to: '/add-event', search: {}, replace: true })
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
    if (entry.kind === 'submitEvent') {
      const { email, location_name, latitude, longitude } = entry.payload
      setAnother({ email, location_name, latitude, longitude })
    }
    void show({})
  }
  const content = () => {
    if (sent !== undefined)
      return (
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
      )
    if (edit !== undefined) return <EditEvent key={`${edit}-${resetCount}`} id={edit} onResult={onResult} />
    if (like !== undefined) return <UseAgain key={like} id={like} onReady={openForm} />
    if (shared !== undefined) return <SharedContent onReady={openForm} />
    return (
      <NewEvent
        key={resetCount}
        another={another}
        onReset={() => {
          toTop()
          focusHeading()
        }}
        onResult={onResult}
      />
    )
  }
  return (
    <div className={page({ width: 'form' })}>
      <div className={frame}>
        {sent === undefined ? (
          <PageHeader
            ref={onHeading}
            title={edit === undefined ? m.form_page_title() : m.form_edit_title()}
            // The form of an entry says itself what becomes of it.
            intro={edit === undefined ? m.form_intro() : undefined}
          />
        ) : null}
        {content()}
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

interface PageHeaderProps {
  title: string
  intro: string | undefined
  ref?: Ref<HTMLHeadingElement>
}

/** The form's heading and introduction. The heading takes the focus after a submission. */
function PageHeader({ title, intro, ref }: PageHeaderProps) {
  return (
    <header className={stack({ gap: '2' })}>
      <h1 ref={ref} tabIndex={-1} className={titleText}>
        {title}
      </h1>
      {intro === undefined ? null : <p className={mutedText}>{intro}</p>}
    </header>
  )
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
  const offer = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<State>('hidden')
  useEffect(() => {
    let isUnmounted = false
    pushOfferFor(entry)
      .then((kind) => isUnmounted || setState(kind === 'none' ? 'hidden' : kind))
      .catch(() => undefined)
    return () => {
      isUnmounted = true
    }
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
    // The button that had the focus may be gone.
    offer.current?.focus({ preventScroll: true })
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
  const { title, text } = LABELS[state](entry.owner !== null)
  const shown = {
    // It announces what has become of the tap.
    role: 'status',
    tone: state === 'denied' || state === 'failed' ? 'warning' : 'info',
    icon: <BellIcon />,
    title,
    children: <p>{text}</p>,
  } as const
  return (
    <div ref={offer} tabIndex={-1} className={css({ _focusVisible: { outline: 'none' } })}>
      {state === 'offer' || state === 'asking' || state === 'failed' ? (
        <Banner
          {...shown}
          actions={
            <>
              <Button size="sm" busy={state === 'asking'} onClick={() => void accept()}>
                {state === 'failed' ? m.push_retry() : m.push_offer_accept()}
              </Button>
              {state === 'asking' ? null : (
                <Button size="sm" variant="ghost" onClick={decline}>
                  {m.push_offer_decline()}
                </Button>
              )}
            </>
          }
        />
      ) : (
        <Banner {...shown} closeLabel={m.push_close()} onClose={state === 'install' ? decline : close} />
      )}
    </div>
  )
}

type Labels = { title: string; text: string }

const LABELS: Record<Exclude<State, 'hidden'>, (isAccount: boolean) => Labels> = {
  offer: (isAccount) => ({
    title: m.push_offer_title(),
    text: isAccount ? m.push_offer_text_account() : m.push_offer_text(),
  }),
  asking: () => ({ title: m.push_offer_title(), text: m.push_asking() }),
  install: () => ({ title: m.push_install_title(), text: m.push_install_text() }),
  on: () => ({ title: m.push_on_title(), text: m.push_on_text() }),
  later: (isAccount) => ({
    title: m.push_later_title(),
    text: isAccount ? m.push_later_text_account() : m.push_later_text(),
  }),
  denied: () => ({ title: m.push_denied_title(), text: m.push_denied_text() }),
  failed: () => ({ title: m.push_failed_title(), text: m.push_failed_text() }),
}
