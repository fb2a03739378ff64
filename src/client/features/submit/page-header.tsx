import type { Ref } from 'react'
import { css } from 'styled-system/css'
import { stack } from 'styled-system/patterns'

interface PageHeaderProps {
  title: string
  intro: string | undefined
  ref?: Ref<HTMLHeadingElement>
}

/** The form's heading and introduction. The heading takes the focus after a submission. */
export function PageHeader({ title, intro, ref }: PageHeaderProps) {
  return (
    <header className={stack({ gap: '2' })}>
      <h1 ref={ref} tabIndex={-1} className={heading}>
        {title}
      </h1>
      {intro === undefined ? null : <p className={muted}>{intro}</p>}
    </header>
  )
}

const heading = css({ textStyle: 'title', _focusVisible: { outline: 'none' } })
const muted = css({ color: 'fg.muted' })
