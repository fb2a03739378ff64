import { lazyPart } from '@/client/shared/loading/lazy-part'
import { css } from 'styled-system/css'
import type { TideLineProps } from './tide-line'

const TideLine = lazyPart(async () => (await import('./tide-line')).TideLine, { isOptional: true })

/** High and low water and sunset of a village day `YYYY-MM-DD`; the line has its room before the tide table is loaded. */
export function DayTides(props: TideLineProps) {
  return (
    <span className={line}>
      <TideLine {...props} />
      {/* A space without width gives the line its height. */}
      {'\u200B'}
    </span>
  )
}

const line = css({ display: 'block', textStyle: 'small', color: 'fg.muted' })
