import { report } from '@/client/shell/report'
import { Button } from '@/client/ui/button'
import { Clipboard } from '@/client/ui/clipboard'
import { LinkIcon, ShareIcon } from '@/client/ui/icons'
import * as m from '@/messages/compiled/messages.js'
import { cluster } from 'styled-system/patterns'
import { shareOrCopy } from './share'

/** Share, and copy the link (spec 2.6). Where nothing can share, 'Share' copies as well. */
export function ShareButtons({ title, description }: { title: string; description: string }) {
  // Read when the page is rendered in the browser; the server shows it nowhere. Without its search: the token of a mail's link
  // is for one person.
  const url = import.meta.env.SSR ? '' : window.location.origin + window.location.pathname
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
