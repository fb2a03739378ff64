import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'

/** Leads the keyboard past header and menus to the page, `<main id="content" tabIndex={-1}>`. */
export function SkipLink() {
  return (
    <a href="#content" className={link}>
      {m.shell_skip_to_content()}
    </a>
  )
}

const link = css({
  position: 'absolute',
  left: '4',
  top: '[-10rem]',
  zIndex: 'toast',
  paddingInline: '5',
  paddingBlock: '3',
  borderRadius: 'full',
  bg: 'bg.raised',
  color: 'fg.default',
  fontWeight: 'bold',
  boxShadow: 'high',
  _focusVisible: { top: '3' },
})
