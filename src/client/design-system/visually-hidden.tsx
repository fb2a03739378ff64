import type { ReactNode } from 'react'
import { css } from 'styled-system/css'
import { visuallyHidden } from 'styled-system/patterns'

/** The class of a word that stands beside its icon from tablets on, and that a phone has for screen readers only. */
export const fromTablets = css({ srOnly: { base: true, md: false } })

export function VisuallyHidden({ children, id }: { children: ReactNode; id?: string }) {
  return (
    <span id={id} className={visuallyHidden()}>
      {children}
    </span>
  )
}

/** Keep it mounted: a region that arrives together with its text is not announced by most readers. */
export function LiveRegion({ children }: { children?: ReactNode }) {
  return (
    <output className={visuallyHidden()} aria-live="polite">
      {children}
    </output>
  )
}

/** Leads the keyboard past header and menus to what has the id and `tabIndex={-1}`. */
export function SkipLink({ to = 'content', children }: { to?: string; children: ReactNode }) {
  return (
    <a href={`#${to}`} className={skipLink}>
      {children}
    </a>
  )
}

const skipLink = css({
  position: 'absolute',
  left: '4',
  top: '[-10rem]',
  zIndex: 'toast',
  paddingInline: '5',
  paddingBlock: '3',
  borderRadius: 'full',
  bg: 'bg.raised',
  color: 'fg.default',
  fontWeight: 'bold',
  boxShadow: 'high',
  _focusVisible: { top: '3' },
})

const edge = css({ width: 'full', height: '[clamp(1.25rem, 4vw, 3rem)]' })

/** The sea as the edge between two grounds: give it the colour of the ground below. */
export function WaveEdge() {
  return (
    <svg
      className={edge}
      viewBox="0 0 1200 48"
      preserveAspectRatio="none"
      fill="currentColor"
      aria-hidden="true"
    >
      <path opacity={0.35} d="M0 26c120-26 220-26 340-6s200 20 320-4 200-20 300 0 160 14 240-6v39H0z" />
      <path d="M0 34c100-22 190-16 300 0s220 12 320-8 210-12 300 6 180 8 280-12v29H0z" />
    </svg>
  )
}
