import { Tooltip } from '@/client/design-system/overlays/tooltip'
import { css } from 'styled-system/css'
import { truncate } from './truncate'

/** A text cut to `max` characters (rules 9). What was cut is in a tooltip, which opens by pointer and by keyboard. */
export function TruncatedText({ text, max }: { text: string; max: number }) {
  const cut = truncate(text, max)
  if (cut === text) return <span>{text}</span>
  return (
    <Tooltip label={<span className={whole}>{text}</span>}>
      <button type="button" className={trigger}>
        {cut}
      </button>
    </Tooltip>
  )
}

const trigger = css({ textAlign: 'left', minHeight: '6', borderRadius: 'sm' })
const whole = css({ overflowWrap: 'anywhere' })
