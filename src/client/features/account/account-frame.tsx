import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { css, cx } from 'styled-system/css'
import { page } from 'styled-system/patterns'
import { card } from 'styled-system/recipes'

interface AccountFrameProps {
  title: string
  intro?: ReactNode
  /** The notice stands over the card and says what became of a link. */
  notice?: ReactNode
  children: ReactNode
  /** The way to the other screen, under the card. */
  foot?: ReactNode
  /** The title takes the focus: the screen before it, and what had the focus there, is gone. */
  focusTitle?: boolean
}

/** The one column that all pages about signing in share. */
export function AccountFrame({
  title,
  intro,
  notice,
  children,
  foot,
  focusTitle = false,
}: AccountFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focusTitle) heading.current?.focus({ preventScroll: true })
  }, [focusTitle])
  return (
    <div className={cx(page({ width: 'form' }), frame)}>
      {notice}
      <div className={cx(card({ pad: true }), stack)}>
        <header className={head}>
          <h1 ref={heading} tabIndex={-1} className={heading1}>
            {title}
          </h1>
          {intro ? <p className={muted}>{intro}</p> : null}
        </header>
        {children}
      </div>
      {foot ? <div className={footLine}>{foot}</div> : null}
    </div>
  )
}

const frame = css({ display: 'grid', gap: '5', paddingBlock: { base: '6', md: '12' } })
const stack = css({ display: 'grid', gap: '5', overflowWrap: 'anywhere' })
const head = css({ display: 'grid', gap: '2' })
const heading1 = css({ textStyle: 'heading', _focusVisible: { outline: 'none' } })
const muted = css({ color: 'fg.muted' })
const footLine = css({ textAlign: 'center' })
