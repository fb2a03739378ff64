import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { MenuIcon } from '@/client/design-system/icons/icons'
import { PopoverMenu, needsPopover } from '@/client/design-system/overlays/popover-menu'
import * as m from '@/messages/compiled/messages.js'
import { TIDE_STATION } from '@/site/site'
import { css, cx } from 'styled-system/css'
import { iconButton } from 'styled-system/recipes'
import { MenuLanguages } from './language-switch'
import { needsConsent, reopenConsentBanner } from '@/client/shared/consent/consent'

/** The links of the footer, which a list that never ends would keep out of reach. */
export function MoreMenu() {
  const id = useId()
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label={m.shell_more()}
        title={m.shell_more()}
        className={cx(iconButton(), needsPopover)}
      >
        <MenuIcon />
      </button>
      <PopoverMenu id={id} className={place}>
        <Link to="/events">{m.shell_footer_events()}</Link>
        {TIDE_STATION ? <Link to="/tides">{m.tides_link()}</Link> : null}
        <Link to="/download">{m.shell_footer_download()}</Link>
        <Link to="/contacts">{m.support_title()}</Link>
        <Link to="/privacy">{m.legal_privacy_title()}</Link>
        <MenuLanguages />
        {needsConsent() ? (
          <button type="button" onClick={reopenConsentBanner}>
            {m.shell_cookie_settings()}
          </button>
        ) : null}
      </PopoverMenu>
    </>
  )
}

const place = css({
  positionArea: 'none',
  // The menu opens below the header, at its end.
  inset: '[auto]',
  top: '[calc(4rem + env(safe-area-inset-top))]',
  right: '[calc(max(0px, 50vw - {sizes.wide} / 2) + {spacing.gutter})]',
})
