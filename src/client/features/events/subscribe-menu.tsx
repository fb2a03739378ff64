import { Link } from '@tanstack/react-router'
import { Fold } from '@/client/design-system/fold'
import { PopoverMenu } from '@/client/design-system/overlays/popover-menu'
import { CopyItem } from '@/client/shared/share/share'
import { feedAddress } from '@/contract/events/calendar-files'
import { embedSnippet } from '@/contract/events/feeds'
import type { ProgrammeFilter } from '@/offline/programme/programme-reader'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { SITE } from '@/site/site'
import { css } from 'styled-system/css'
import { addressParts, searchOf } from './filters/event-filters'

/** It says what the list keeps. */
const EMBED_COPIED_MS = 6000

interface SubscribeMenuProps {
  id: string
  filter: ProgrammeFilter
  /** Its button was pressed before it had loaded. */
  isOpenAtFirst?: boolean
}

/** The list, as it is filtered, by mail or in a calendar; folded away, for other programs, other sites and on paper. */
export function SubscribeMenu({ id, filter, isOpenAtFirst = false }: SubscribeMenuProps) {
  const { origin } = window.location
  const tags = filter.tags.join(',')
  const query = { ...searchOf(filter), lang: getLocale() }
  const calendar = feedAddress('ics', query)
  // The address is what a calendar program is opened with, and Google asks for the same.
  const webcal = `${origin.replace(/^https?:/, 'webcal:')}${calendar}`
  const google = new URLSearchParams({ cid: webcal })
  const snippet = embedSnippet(origin, { tags, lang: getLocale() }, m.embed_title({ village: SITE.village }))
  return (
    <PopoverMenu id={id} isOpenAtFirst={isOpenAtFirst}>
      <Link to="/week-mail" search={{ tags: tags || undefined }}>
        {m.subscribe_mail()}
      </Link>
      <a href={webcal}>{m.subscribe_calendar()}</a>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- what is pressed are the items in it */}
      <div className={more} onClick={(event) => event.stopPropagation()}>
        <Fold summary={m.subscribe_more()}>
          <a href={`https://calendar.google.com/calendar/r?${google}`} target="_blank" rel="noopener">
            {m.feed_google()}
          </a>
          <CopyItem text={`${origin}${calendar}`} label={m.feed_copy()} copiedLabel={m.feed_copied()} />
          <a href={feedAddress('rss', query)}>{m.feed_rss()}</a>
          <a href={feedAddress('json', query)}>{m.feed_json()}</a>
          <CopyItem
            text={snippet}
            label={m.embed_offer()}
            copiedLabel={m.embed_copied()}
            copiedMs={EMBED_COPIED_MS}
          />
          <a href={weekAddress(filter)}>{m.week_print()}</a>
        </Fold>
      </div>
    </PopoverMenu>
  )
}

function weekAddress({ tags, facts }: ProgrammeFilter): string {
  const search = addressParts(searchOf({ tags, facts }))
  return search.size === 0 ? '/week' : `/week?${search}`
}

const more = css({
  display: 'block!',
  padding: '0!',
  _hover: { bg: '[transparent!]' },
  '& details > :not(summary)': {
    display: 'flex',
    alignItems: 'center',
    width: 'full',
    minHeight: 'target',
    paddingInline: '3',
    borderRadius: 'md',
    textAlign: 'start',
    _hover: { bg: 'sea.subtle' },
  },
})
