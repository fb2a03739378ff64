import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { MouseEvent } from 'react'
import { MenuIcon } from '@/client/design-system/icons/icons'
import * as m from '@/messages/compiled/messages.js'
import { TIDE_STATION } from '@/site'
import { css, cx } from 'styled-system/css'
import { card, iconButton } from 'styled-system/recipes'
import { MenuLanguages } from './language-switch'
import { needsConsent, reopenConsentBanner } from '@/client/shared/consent/consent'

/**
 * The links of the footer, which a list that never ends would keep out of reach. The menu is the browser's own popover: it opens
 * without script, closes with Escape and with a press elsewhere, and its links come next in the order of the keyboard.
 */
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
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- the links in it are pressed */}
      <div id={id} popover="auto" className={cx(card(), panel)} onClick={close}>
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
      </div>
    </>
  )
}

function close({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  if (target !== currentTarget) currentTarget.hidePopover()
}

const needsPopover = css({ '@supports not selector(:popover-open)': { display: 'none' } })

const panel = css({
  '@supports not selector(:popover-open)': { display: 'none' },
  position: 'fixed',
  // Below the header, at its end.
  inset: '[auto]',
  top: '[calc(4rem + env(safe-area-inset-top))]',
  right: '[calc(max(0px, 50vw - {sizes.wide} / 2) + {spacing.gutter})]',
  color: 'fg.default',
  minWidth: '[min(14rem, 80vw)]',
  maxHeight: '[calc(100dvh - 5rem)]',
  overflowY: 'auto',
  padding: '2',
  boxShadow: 'high',
  '& > *': {
    display: 'flex',
    alignItems: 'center',
    width: 'full',
    minHeight: 'target',
    paddingInline: '3',
    borderRadius: 'md',
    _hover: { bg: 'sea.subtle' },
  },
})
