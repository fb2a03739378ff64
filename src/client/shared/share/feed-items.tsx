import { feedAddress } from '@/contract/events/feed-addresses'
import type { FeedQuery } from '@/contract/events/feeds'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css } from 'styled-system/css'
import { CopyItem } from './copy-item'

/** The items of a menu that take a list to a calendar or a feed reader. `origin`: scheme and host of this site. */
export function FeedItems({ filter, origin }: { filter: FeedQuery; origin: string }) {
  const query = { ...filter, lang: getLocale() }
  const calendar = feedAddress('ics', query)
  // The address is what a calendar program is opened with, and Google asks for the same.
  const webcal = `${origin.replace(/^https?:/, 'webcal:')}${calendar}`
  const google = new URLSearchParams({ cid: webcal })
  return (
    <>
      <p className={intro}>{m.feed_intro()}</p>
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

const intro = css({ textStyle: 'small', color: 'fg.muted' })
