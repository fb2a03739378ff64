import { Link } from '@tanstack/react-router'
import { PopoverMenu } from '@/client/design-system/overlays/popover-menu'
import { CopyItem, FeedItems } from '@/client/shared/share/share'
import { embedSnippet } from '@/contract/events/feeds'
import { readFacts } from '@/domain/events/event-fields'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { SITE } from '@/site/site'
import { listAddress, type EventsSearch } from './filters/event-filters'

/** It says what the list keeps. */
const EMBED_COPIED_MS = 6000

interface SubscribeMenuProps {
  id: string
  search: EventsSearch
  /** Its button was pressed before it had loaded. */
  isOpenAtFirst?: boolean
}

/** The list, as it is filtered, by mail, in a calendar, for other programs, on other sites and on paper. */
export function SubscribeMenu({ id, search, isOpenAtFirst = false }: SubscribeMenuProps) {
  const { origin } = window.location
  const { view: _, page: _1, filters: _2, ...listed } = search
  const { tags } = search
  const title = m.embed_title({ village: SITE.village })
  return (
    <PopoverMenu id={id} isOpenAtFirst={isOpenAtFirst}>
      <Link to="/week-mail" search={{ tags }}>
        {m.subscribe_mail()}
      </Link>
      <FeedItems filter={listed} origin={origin} />
      <CopyItem
        text={embedSnippet(origin, { tags, lang: getLocale() }, title)}
        label={m.embed_offer()}
        copiedLabel={m.embed_copied()}
        copiedMs={EMBED_COPIED_MS}
      />
      <a href={listAddress({ tags, ...readFacts(search) }, '/week')}>{m.week_print()}</a>
    </PopoverMenu>
  )
}
