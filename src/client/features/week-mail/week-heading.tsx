import { useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { css } from 'styled-system/css'

interface WeekHeadingProps {
  /** It stands in place of a button that was pressed: it takes the focus, and is read aloud. */
  takesFocus?: boolean
  children: ReactNode
}

/** The heading of the page in each of its states. */
export function WeekHeading({ takesFocus = false, children }: WeekHeadingProps) {
  const element = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    if (takesFocus) element.current?.focus()
  }, [takesFocus])
  return (
    <h1 ref={element} tabIndex={-1} className={heading}>
      {children}
    </h1>
  )
}

const heading = css({ textStyle: 'title', _focusVisible: { outline: 'none' } })
