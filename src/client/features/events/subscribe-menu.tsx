import { Link } from '@tanstack/react-router'
import { PopoverMenu } from '@/client/design-system/overlays/popover-menu'
import { CopyItem, FeedItems } from '@/client/shared/share/share'
import { embedSnippet } from '@/contract/events/feeds'
import type { ProgrammeFilter } from '@/offline/programme/programme-reader'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { SITE } from '@/site/site'
import { addressParts, searchOf } from './filters/event-filters'

/** It says what the list keeps. */
const EMBED_COPIED_MS = 6000

interface SubscribeMenuProps {
  id: string
  filter: ProgrammeFilter
  /** Its button was pressed before it had loaded. */
  isOpenAtFirst?: boolean
}

/** The list, as it is filtered, by mail, in a calendar or a feed reader; and on paper. */
export function SubscribeMenu({ id, filter, isOpenAtFirst = false }: SubscribeMenuProps) {
  const snippet = embedSnippet(
    window.location.origin,
    { tags: filter.tags.join(','), lang: getLocale() },
    m.embed_title({ village: SITE.village }),
  )
  return (
    <PopoverMenu id={id} isOpenAtFirst={isOpenAtFirst}>
      <Link to="/week-mail" search={{ tags: filter.tags.join(',') || undefined }}>
        {m.week_mail_offer()}
      </Link>
      <FeedItems filter={searchOf(filter)} origin={window.location.origin} />
      <CopyItem
        text={snippet}
        label={m.embed_offer()}
        copiedLabel={m.embed_copied()}
        copiedMs={EMBED_COPIED_MS}
      />
      <a href={weekAddress(filter)}>{m.week_print()}</a>
    </PopoverMenu>
  )
}

function weekAddress({ tags, facts }: ProgrammeFilter): string {
  const search = addressParts(searchOf({ tags, facts }))
  return search.size === 0 ? '/week' : `/week?${search}`
}
