import { report } from '@/client/shell/report'
import { Button } from '@/client/ui/button'
import { Clipboard } from '@/client/ui/clipboard'
import { LinkIcon, ShareIcon } from '@/client/ui/icons'
import * as m from '@/messages/compiled/messages.js'
import { cluster } from 'styled-system/patterns'
import { shareOrCopy } from './share'

/** Share, and copy the link (spec 2.6). Where nothing can share, 'Share' copies as well. */
export function ShareButtons({ title, description }: { title: string; description: string }) {
  const share = (copy: (url: string) => void) => {
    const content = { title, text: description, url: window.location.href }
    shareOrCopy(navigator, content, copy).catch((error: unknown) => report('share', error))
  }
  return (
    <div className={cluster()}>
      <Clipboard copiedLabel={m.event_link_copied()}>
        {(copy) => (
          <Button variant="secondary" onClick={() => share(copy)}>
            <ShareIcon size={20} />
            {m.event_share()}
          </Button>
        )}
      </Clipboard>
      <Clipboard copiedLabel={m.event_link_copied()}>
        {(copy) => (
          <Button variant="ghost" onClick={() => copy(window.location.href)}>
            <LinkIcon size={20} />
            {m.event_copy_link()}
          </Button>
        )}
      </Clipboard>
    </div>
  )
}
