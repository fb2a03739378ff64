import type { ComponentType } from 'react'
import { GlobeIcon, type LucideProps } from 'lucide-react'
import { FacebookIcon, InstagramIcon, TelegramIcon, WhatsappIcon } from '@/client/design-system/icons'
import type { ProgrammeEvent } from '@/contract/events/events'
import { isInfoLinkType, type InfoLinkType } from '@/domain/events/info-link'
import * as m from '@/messages/compiled/messages.js'
import { css, cx } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { iconButton } from 'styled-system/recipes'
import { webUrl, writtenOut } from './web-url'

const LINKS: Record<InfoLinkType, { Icon: ComponentType<LucideProps>; label: () => string }> = {
  instagram: { Icon: InstagramIcon, label: m.event_link_instagram },
  facebook: { Icon: FacebookIcon, label: m.event_link_facebook },
  telegram: { Icon: TelegramIcon, label: m.event_link_telegram },
  whatsapp: { Icon: WhatsappIcon, label: m.event_link_whatsapp },
  web_url: { Icon: GlobeIcon, label: m.event_link_website },
}

export function linkLabel(type: string): string {
  return isInfoLinkType(type) ? LINKS[type].label() : `${LINKS.web_url.label()} (${type})`
}

export function SocialLinks({ links }: { links: ProgrammeEvent['info_links'] }) {
  const shown = links.flatMap(({ type, data }) => {
    const url = webUrl(data)
    const icon = LINKS[isInfoLinkType(type) ? type : 'web_url']
    return url === undefined ? [] : [{ ...icon, href: url.href, host: url.host }]
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
