import type { ComponentType } from 'react'
import { GlobeIcon, type LucideProps } from 'lucide-react'
import { FacebookIcon, InstagramIcon, TelegramIcon, WhatsappIcon } from '@/client/design-system/icons'
import type { ProgrammeEvent } from '@/contract/events/events'
import * as m from '@/messages/compiled/messages.js'
import { css, cx } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { iconButton } from 'styled-system/recipes'
import { webUrl, writtenOut } from './web-url'

interface LinkStyle {
  Icon: ComponentType<LucideProps>
  label: () => string
}

const WEBSITE: LinkStyle = { Icon: GlobeIcon, label: m.event_link_website }

const LINK_STYLES: Partial<Record<string, LinkStyle>> = {
  instagram: { Icon: InstagramIcon, label: m.event_link_instagram },
  facebook: { Icon: FacebookIcon, label: m.event_link_facebook },
  telegram: { Icon: TelegramIcon, label: m.event_link_telegram },
  whatsapp: { Icon: WhatsappIcon, label: m.event_link_whatsapp },
}

export function SocialLinks({ links }: { links: ProgrammeEvent['info_links'] }) {
  const shown = links.flatMap(({ type, data }) => {
    const url = webUrl(data)
    return url === undefined ? [] : [{ ...(LINK_STYLES[type] ?? WEBSITE), ...url }]
  })
  if (shown.length === 0) return null
  return (
    <div className={cluster()}>
      <span className={label}>{m.event_follow_us()}</span>
      {shown.map(({ Icon, label: name, href, host }) => (
        <a
          key={href}
          href={href}
          className={cx(iconButton({ variant: 'soft' }), writtenOut)}
          aria-label={`${name()}: ${host}`}
          title={`${name()}: ${host}`}
          target="_blank"
          rel="noopener nofollow ugc"
        >
          <Icon size="1.25rem" />
        </a>
      ))}
    </div>
  )
}

const label = css({ fontWeight: 'medium' })
