import { css } from 'styled-system/css'

/** Two columns where there is room; the order of reading stays. */
export const columns = css({
  display: 'grid',
  gap: '6',
  alignItems: 'start',
  gridTemplateColumns: { lg: '[minmax(0, 3fr) minmax(0, 2fr)]' },
})
export const column = css({ display: 'grid', gap: '6', minWidth: '0' })
