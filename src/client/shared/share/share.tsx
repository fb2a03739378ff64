import { ShareIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from '@/client/design-system/button'
import { Clipboard } from '@/client/design-system/clipboard'
import { smallText } from '@/client/design-system/text'
import { report } from '@/client/shared/offline/offline-client'
import { feedAddress, FEED_TYPES, FEEDS } from '@/contract/events/calendar-files'
import type { FeedQuery } from '@/contract/events/feeds'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { SITE } from '@/site/site'

interface ShareContent {
  title: string
  text?: string
  url: string
}

/** Read when the page is rendered in the browser; the server shows it nowhere. The token of a mail's link, for one person, is left out. */
export function sharedUrl(date: string | undefined): string {
  const page = import.meta.env.SSR ? '' : window.location.origin + window.location.pathname
  return date === undefined ? page : `${page}?date=${date}`
}

interface ShareButtonProps {
  variant?: 'primary' | 'secondary'
  content: ShareContent
  label: string
}

/** Shares by the system's dialog; it copies the address where nothing can share. */
export function ShareButton({ content, label, variant = 'secondary' }: ShareButtonProps) {
  const share = (copy: () => void) => {
    if (!navigator.share) return copy()
    navigator.share(content).catch((error: unknown) => {
      // A person who closes the share sheet has failed at nothing.
      if (!(error instanceof Error && error.name === 'AbortError')) report('share', error)
    })
  }
  return (
    <Clipboard text={content.url} copiedLabel={m.event_link_copied()}>
      {(copy) => (
        <Button variant={variant} onClick={() => share(copy)}>
          <ShareIcon size="1.25rem" />
          {label}
        </Button>
      )}
    </Clipboard>
  )
}

type CopyItemProps = Omit<ComponentProps<typeof Clipboard>, 'children'> & { label: string }

export function CopyItem({ label, ...clipboard }: CopyItemProps) {
  return (
    <Clipboard {...clipboard}>
      {(copy) => (
        <button
          type="button"
          onClick={(event) => {
            // The menu stays, and with it the word that it is copied.
            event.stopPropagation()
            copy()
          }}
        >
          {label}
        </button>
      )}
    </Clipboard>
  )
}

/** The items of a menu that take a list to a calendar or a feed reader. `origin`: scheme and host of this site. */
export function FeedItems({ filter, origin }: { filter: FeedQuery; origin: string }) {
  const query = { ...filter, lang: getLocale() }
  const calendar = feedAddress('ics', query)
  // The address is what a calendar program is opened with, and Google asks for the same.
  const webcal = `${origin.replace(/^https?:/, 'webcal:')}${calendar}`
  const google = new URLSearchParams({ cid: webcal })
  return (
    <>
      <p className={smallText}>{m.feed_intro()}</p>
      <a href={webcal}>{m.feed_calendar()}</a>
      <a href={`https://calendar.google.com/calendar/r?${google}`} target="_blank" rel="noopener">
        {m.feed_google()}
      </a>
      <a href={feedAddress('rss', query)}>{m.feed_rss()}</a>
      <a href={feedAddress('json', query)}>{m.feed_json()}</a>
      <CopyItem text={`${origin}${calendar}`} label={m.feed_copy()} copiedLabel={m.feed_copied()} />
    </>
  )
}

/** The list as feeds, for programs that look for them in the head of its page. */
export function feedLinks(query: FeedQuery, lang: string) {
  return FEEDS.map((kind) => ({
    rel: 'alternate',
    type: FEED_TYPES[kind].split(';')[0],
    title: SITE.name,
    href: feedAddress(kind, { ...query, lang }),
  }))
}
