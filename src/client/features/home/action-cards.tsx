import { Link } from '@tanstack/react-router'
import { useInstall } from '@/client/shared/pwa/install-prompt'
import { Button } from '@/client/design-system/button'
import {
  ArrowRightIcon,
  CalendarIcon,
  DownloadIcon,
  PhoneIcon,
  PlusIcon,
} from '@/client/design-system/icons/icons'
import * as m from '@/messages/compiled/messages.js'
import { css, cx } from 'styled-system/css'
import { page } from 'styled-system/patterns'
import { card } from 'styled-system/recipes'

const WAYS_ON = [
  { to: '/events', Icon: CalendarIcon, title: m.home_action_events, text: m.home_action_events_text },
  { to: '/download', Icon: PhoneIcon, title: m.home_action_download, text: m.home_action_download_text },
  { to: '/add-event', Icon: PlusIcon, title: m.home_action_add, text: m.home_action_add_text },
] as const

/** Three ways on (rules 2.3). */
export function ActionCards() {
  return (
    <section className={cx(page({ width: 'wide' }), row)} aria-label={m.home_actions()}>
      {WAYS_ON.map(({ to, Icon, title, text }) => (
        <Link key={to} to={to} className={cx(card({ interactive: true, pad: true }), action)}>
          <span className={mark}>
            <Icon size={28} />
          </span>
          <h2 className={heading}>{title()}</h2>
          <p className={small}>{text()}</p>
          <ArrowRightIcon size={20} />
        </Link>
      ))}
      <Install />
    </section>
  )
}

/**
 * Offers the installation quietly where the browser does, and nothing elsewhere. It stands in the room below the cards:
 * the offer comes late and moves nothing.
 */
function Install() {
  const install = useInstall()
  if (!install) return null
  return (
    <Button variant="ghost" size="sm" className={installButton} onClick={install}>
      <DownloadIcon size={20} />
      {m.home_install()}
    </Button>
  )
}

const row = css({
  position: 'relative',
  display: 'grid',
  gap: '5',
  gridTemplateColumns: { base: '[minmax(0, 1fr)]', lg: '[repeat(3, minmax(0, 1fr))]' },
  paddingBlock: 'section',
})

const action = css({
  display: 'grid',
  gridTemplateColumns: '[auto minmax(0, 1fr) auto]',
  columnGap: '4',
  rowGap: '1',
  alignItems: 'center',
  '& > svg': { gridColumn: '3', gridRow: '[1 / span 2]', color: 'fg.muted' },
})

const installButton = css({ position: 'absolute', insetInline: 'gutter', bottom: '0' })

const mark = css({
  gridRow: '[1 / span 2]',
  display: 'grid',
  placeItems: 'center',
  width: '14',
  height: '14',
  borderRadius: 'full',
  bg: 'accent.subtle',
  color: 'accent.fg',
})

const heading = css({ textStyle: 'subheading' })
const small = css({ textStyle: 'small', color: 'fg.muted' })
