import { useEffect, useState } from 'react'
import { report } from '@/client/shell/report'
import { Button } from '@/client/ui/button'
import { LinkIcon, ShareIcon } from '@/client/ui/icons'
import { FlashTip } from '@/client/ui/tooltip'
import * as m from '@/messages/compiled/messages.js'
import { cluster } from 'styled-system/patterns'
import { shareOrCopy } from './share'

/** Spec 9. */
const COPIED_MS = 1500

type Place = 'share' | 'copy'

/** Share, and copy the link (spec 2.6). Where nothing can share, 'Share' copies as well. */
export function ShareButtons({ title, description }: { title: string; description: string }) {
  const [copiedAt, setCopiedAt] = useState<Place>()
  useEffect(() => {
    if (copiedAt === undefined) return
    const timer = setTimeout(() => setCopiedAt(undefined), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copiedAt])
  const tell = (place: Place) => () => {
    const content = { title, text: description, url: window.location.href }
    shareOrCopy(place === 'share' ? navigator : { clipboard: navigator.clipboard }, content)
      .then((outcome) => outcome === 'copied' && setCopiedAt(place))
      .catch((error: unknown) => report(place, error))
  }
  const tip = (place: Place) => (copiedAt === place ? m.event_link_copied() : undefined)
  return (
    <div className={cluster()}>
      <FlashTip message={tip('share')}>
        <Button variant="secondary" onClick={tell('share')}>
          <ShareIcon size={20} />
          {m.event_share()}
        </Button>
      </FlashTip>
      <FlashTip message={tip('copy')}>
        <Button variant="ghost" onClick={tell('copy')}>
          <LinkIcon size={20} />
          {m.event_copy_link()}
        </Button>
      </FlashTip>
    </div>
  )
}
