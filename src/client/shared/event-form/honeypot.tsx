import type { Ref } from 'react'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'

/** For programs that fill whatever they find (rules 5). Moved out of sight rather than `display: none`, which programs know. */
export function Honeypot({ ref }: { ref: Ref<HTMLInputElement> }) {
  return (
    <div aria-hidden="true" className={outOfSight}>
      <label>
        {m.form_honeypot()}
        <input ref={ref} type="text" name="website" tabIndex={-1} autoComplete="off" defaultValue="" />
      </label>
    </div>
  )
}

const outOfSight = css({
  position: 'absolute',
  left: '[-200vw]',
  width: '[1px]',
  height: '[1px]',
  overflow: 'hidden',
})
