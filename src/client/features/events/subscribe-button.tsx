import { useId } from 'react'
import { needsPopover } from '@/client/design-system/overlays/popover-menu'
import { CalendarIcon } from '@/client/design-system/icons/icons'
import { loadWhenIdle } from '@/client/shared/loading/load-when-idle'
import type { ProgrammeFilter } from '@/offline/programme/programme-reader'
import * as m from '@/messages/compiled/messages.js'
import { cx } from 'styled-system/css'
import { iconButton } from 'styled-system/recipes'

const SubscribeMenu = loadWhenIdle(async () => (await import('./subscribe-menu')).SubscribeMenu)

/** Opens what takes this list elsewhere: to a calendar, a feed reader, a notice board. */
export function SubscribeButton({ filter }: { filter: ProgrammeFilter }) {
  const id = useId()
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label={m.feed_subscribe()}
        title={m.feed_subscribe()}
        className={cx(iconButton(), needsPopover)}
      >
        <CalendarIcon />
      </button>
      <SubscribeMenu id={id} filter={filter} />
    </>
  )
}
