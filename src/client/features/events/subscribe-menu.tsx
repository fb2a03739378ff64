import { Link } from '@tanstack/react-router'
import { PopoverMenu } from '@/client/design-system/overlays/popover-menu'
import { CopyItem, FeedItems } from '@/client/shared/share/share'
import { embedSnippet } from '@/contract/events/feeds'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import type { ProgrammeFilter } from '@/offline/programme/programme-reader'
import { SITE } from '@/site/site'
import { listAddress, searchOf } from './filters/event-filters'

/** It says what the list keeps. */
const EMBED_COPIED_MS = 6000

interface SubscribeMenuProps {
  id: string
  filter: ProgrammeFilter
  /** Its button was pressed before it had loaded. */
  isOpenAtFirst?: boolean
}

/** The list, as it is filtered, by mail, in a calendar, for other programs, on other sites and on paper. */
export function SubscribeMenu({ id, filter, isOpenAtFirst = false }: SubscribeMenuProps) {
  const { origin } = window.location
  const { tags, facts } = filter
  const keys = tags.join(',')
  const title = m.embed_title({ village: SITE.village })
  return (
    <PopoverMenu id={id} isOpenAtFirst={isOpenAtFirst}>
      <Link to="/week-mail" search={{ tags: keys || undefined }}>
        {m.subscribe_mail()}
      </Link>
      <FeedItems filter={searchOf(filter)} origin={origin} />
      <CopyItem
        text={embedSnippet(origin, { tags: keys, lang: getLocale() }, title)}
        label={m.embed_offer()}
        copiedLabel={m.embed_copied()}
        copiedMs={EMBED_COPIED_MS}
      />
      <a href={listAddress(searchOf({ tags, facts }), '/week')}>{m.week_print()}</a>
    </PopoverMenu>
  )
}
