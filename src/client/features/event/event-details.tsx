import { LinkIcon } from '@/client/design-system/icons/event-icons'
import type { ProgrammeEvent } from '@/contract/events/events'
import * as m from '@/messages/compiled/messages.js'
import { css, cx } from 'styled-system/css'
import { cluster, stack } from 'styled-system/patterns'
import { textLink } from 'styled-system/recipes'
import { SocialLinks } from '@/client/shared/links/social-links'
import { webUrl } from '@/client/shared/links/web-url'
import { writtenOut } from '@/client/shared/links/written-out'

/** The links of an event lead to its own pages. */
export function EventDetails({ event }: { event: ProgrammeEvent }) {
  const info = webUrl(event.info_url)
  if (info === undefined && event.info_links.length === 0) return null
  return (
    <div className={stack({ gap: '3' })}>
      {info === undefined ? null : (
        <p className={cluster()}>
          <LinkIcon size={20} />
          <span className={text}>
            {m.event_additional_info()}{' '}
            <a
              href={info.href}
              className={cx(textLink(), writtenOut)}
              target="_blank"
              rel="noopener nofollow ugc"
            >
              {info.host}
            </a>
          </span>
        </p>
      )}
      <SocialLinks links={event.info_links} />
    </div>
  )
}

const text = css({ minWidth: '0', flex: '1' })
