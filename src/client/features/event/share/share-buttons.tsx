import { report } from '@/client/shared/offline/report'
import { Button } from '@/client/design-system/button'
import { Clipboard } from '@/client/design-system/clipboard'
import { LinkIcon, ShareIcon } from '@/client/design-system/icons/event-icons'
import type { ProgrammeEvent } from '@/contract/events'
import * as m from '@/messages/compiled/messages.js'
import { cluster } from 'styled-system/patterns'
import { sharedUrl, shareOrCopy } from './share'

interface ShareButtonsProps {
  event: Pick<ProgrammeEvent, 'title' | 'description'>
  /** The village day that was chosen: who gets the link sees the same date. */
  date: string | undefined
}

/** Share, and copy the link (spec 2.6). Where nothing can share, 'Share' copies as well. */
export function ShareButtons({ event: { title, description }, date }: ShareButtonsProps) {
  const url = sharedUrl(date)
  const share = (copy: () => void) => {
    const content = { title, text: description, url }
    shareOrCopy(navigator, content, copy).catch((error: unknown) => report('share', error))
  }
  return (
    <div className={cluster()}>
      <Clipboard text={url} copiedLabel={m.event_link_copied()}>
        {(copy) => (
          <Button variant="secondary" onClick={() => share(copy)}>
            <ShareIcon size={20} />
            {m.event_share()}
          </Button>
        )}
      </Clipboard>
      <Clipboard text={url} copiedLabel={m.event_link_copied()}>
        {(copy) => (
          <Button variant="ghost" onClick={copy}>
            <LinkIcon size={20} />
            {m.event_copy_link()}
          </Button>
        )}
      </Clipboard>
    </div>
  )
}
