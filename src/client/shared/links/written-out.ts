import { css } from 'styled-system/css'

/** A link that is read on paper: its address instead of its words or icon. */
export const writtenOut = css({
  _print: {
    display: 'inline',
    width: 'auto',
    height: 'auto',
    bg: 'transparent',
    fontSize: '[0]',
    textDecoration: 'none',
    '& svg': { display: 'none' },
    _after: { content: '[attr(href)]', fontSize: 'sm' },
  },
})
