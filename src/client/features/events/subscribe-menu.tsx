import { Clipboard } from '@/client/design-system/clipboard'
import { PopoverMenu } from '@/client/design-system/popover-menu'
import { embedSnippet } from '@/contract/embed'
import { feedAddress } from '@/contract/feeds'
import type { ProgrammeFilter } from '@/offline/programme/programme-reader'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { SITE } from '@/site'
import { css } from 'styled-system/css'
import { addressParts, searchOf } from './filters/event-filters'

interface SubscribeMenuProps {
  id: string
  filter: ProgrammeFilter
}

/** The list, as it is filtered, in a calendar or a feed reader; and on paper. */
export function SubscribeMenu({ id, filter }: SubscribeMenuProps) {
  const query = { ...searchOf(filter), lang: getLocale() }
  const { origin, host } = window.location
  const calendar = feedAddress('ics', query)
  // The address is what a calendar program is opened with, and Google asks for the same.
  const webcal = `webcal://${host}${calendar}`
  const snippet = embedSnippet(
    origin,
    { tags: filter.tags.join(','), lang: getLocale() },
    m.embed_title({ village: SITE.village }),
  )
  const google = new URLSearchParams({ cid: webcal })
  return (
    <PopoverMenu id={id}>
      <p className={intro}>{m.feed_intro()}</p>
      <a href={webcal}>{m.feed_calendar()}</a>
      <a href={`https://calendar.google.com/calendar/r?${google}`} target="_blank" rel="noopener">
        {m.feed_google()}
      </a>
      <a href={feedAddress('rss', query)}>{m.feed_rss()}</a>
      <a href={feedAddress('json', query)}>{m.feed_json()}</a>
      <Clipboard text={`${origin}${calendar}`} copiedLabel={m.feed_copied()}>
        {(copy) => (
          <button
            type="button"
            onClick={(event) => {
              // The menu stays, and with it the word that it is copied.
              event.stopPropagation()
              copy()
            }}
          >
            {m.feed_copy()}
          </button>
        )}
      </Clipboard>
      <Clipboard text={snippet} copiedLabel={m.embed_copied()}>
        {(copy) => (
          <button
            type="button"
            onClick={(event) => {
              event.stopPropagation()
              copy()
            }}
          >
            {m.embed_offer()}
          </button>
        )}
      </Clipboard>
      <a href={weekAddress(filter)}>{m.week_print()}</a>
    </PopoverMenu>
  )
}

function weekAddress({ tags, facts }: ProgrammeFilter): string {
  const search = addressParts(searchOf({ tags, facts }))
  return search.size === 0 ? '/week' : `/week?${search}`
}

const intro = css({ textStyle: 'small', color: 'fg.muted' })
