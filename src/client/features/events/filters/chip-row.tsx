import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { css } from 'styled-system/css'

interface ChipRowProps {
  /** Spoken name. */
  label: string
  children: ReactNode
}

/** Links over the list: a row that scrolls sideways on a phone, several lines where there is room. */
export function ChipRow({ label, children }: ChipRowProps) {
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    const strip = row.current
    // On a phone what an address asks for may be out of sight.
    const shown = strip?.querySelector<HTMLElement>('[aria-current]')
    // The next frame computes the layout anyway; here it would be computed in the middle of hydration.
    const frame = requestAnimationFrame(() => {
      if (shown) strip?.scrollTo({ left: shown.offsetLeft - shown.offsetWidth })
    })
    // Chromium leaves a link where it is as soon as its edge is in view. Only the keyboard needs this: a tap is where it is.
    const bringIntoView = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.matches(':focus-visible'))
        target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    }
    strip?.addEventListener('focusin', bringIntoView)
    return () => {
      cancelAnimationFrame(frame)
      strip?.removeEventListener('focusin', bringIntoView)
    }
  }, [])
  return (
    <nav ref={row} aria-label={label} className={links}>
      {children}
    </nav>
  )
}

const links = css({
  position: 'relative',
  display: 'flex',
  flexWrap: { md: 'wrap' },
  gap: { base: '2', md: '1.5' },
  overflowX: 'auto',
  scrollbarWidth: '[none]',
  // The row reaches to the edges of a phone, and has room for the ring around a focused link.
  marginInline: '[calc(-1 * {spacing.gutter})]',
  paddingInline: 'gutter',
  scrollPaddingInline: 'gutter',
  paddingBlock: '1',
})
