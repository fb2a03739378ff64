import type { ComponentType } from 'react'
import { CalendarIcon, PhoneIcon } from '@/client/design-system/icons/icons'
import { InfoIcon, MailIcon } from '@/client/design-system/icons/later-icons'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { SITE } from '@/site/site'
import { textLink } from 'styled-system/recipes'

/** How We Can Help, and how soon the team replies (rules 2.9). */
export function SupportHelp() {
  return (
    <section className={frame}>
      <h2 className={heading}>{m.support_help_title()}</h2>
      <ul className={list}>
        <Help icon={CalendarIcon} title={m.support_help_events()} text={m.support_help_events_text()} />
        <Help icon={PhoneIcon} title={m.support_help_technical()} text={m.support_help_technical_text()} />
        <Help icon={InfoIcon} title={m.support_help_general()} text={m.support_help_general_text()} />
      </ul>
      <p className={note}>{m.support_reply_note()}</p>
      <p className={mail}>
        <MailIcon size={20} />
        <a href={`mailto:${SITE.contactMailbox}`} className={textLink()}>
          {SITE.contactMailbox}
        </a>
      </p>
    </section>
  )
}

interface HelpProps {
  icon: ComponentType<{ size?: number }>
  title: string
  text: string
}

function Help({ icon: Icon, title, text }: HelpProps) {
  return (
    <li className={item}>
      <span className={disc}>
        <Icon size={22} />
      </span>
      <div>
        <h3 className={itemTitle}>{title}</h3>
        <p className={itemText}>{text}</p>
      </div>
    </li>
  )
}

const frame = css({ display: 'grid', gap: '5' })
const heading = css({ textStyle: 'subheading' })
const list = css({ display: 'grid', gap: '4' })
const item = css({ display: 'flex', gap: '3', alignItems: 'start' })
const disc = css({
  display: 'grid',
  placeItems: 'center',
  flexShrink: '0',
  width: 'target',
  height: 'target',
  borderRadius: 'full',
  bg: 'sea.subtle',
  color: 'sea.fg',
})
const itemTitle = css({ fontWeight: 'bold' })
const itemText = css({ color: 'fg.muted' })
const note = css({ padding: '4', borderRadius: 'lg', bg: 'bg.sand' })
const mail = css({ display: 'flex', gap: '2', alignItems: 'center' })
