import type { ReactNode, RefObject } from 'react'
import { css } from 'styled-system/css'

interface PageProps {
  title: string
  /** The heading itself, where it takes the focus when what had it is gone. */
  heading?: RefObject<HTMLHeadingElement | null>
  /** Stands beside the heading. */
  action?: ReactNode
  children: ReactNode
}

/** A page of the back office: its heading, and its parts below each other. */
export function Page({ title, heading, action, children }: PageProps) {
  return (
    <div className={frame}>
      <div className={head}>
        <h1 ref={heading} {...(heading && { tabIndex: -1 })} className={headingStyle}>
          {title}
        </h1>
        {action}
      </div>
      {children}
    </div>
  )
}

const frame = css({ display: 'grid', gap: '5', minWidth: '0' })
const head = css({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4',
  alignItems: 'center',
  justifyContent: 'space-between',
})
const headingStyle = css({ textStyle: 'title', _focusVisible: { outline: 'none' } })
