import type { ReactNode } from 'react'
import { css } from 'styled-system/css'
import { visuallyHidden } from 'styled-system/patterns'

/** The class of a word that stands beside its icon from tablets on, and that a phone has for screen readers only. */
export const fromTablets = css({ srOnly: { base: true, md: false } })

/** Text for screen readers only. */
export function VisuallyHidden({ children, id }: { children: ReactNode; id?: string }) {
  return (
    <span id={id} className={visuallyHidden()}>
      {children}
    </span>
  )
}

/**
 * Announces what changes inside it. Keep it mounted and change its children: a region that arrives
 * together with its text is not announced by most readers.
 */
export function LiveRegion({ children, urgent = false }: { children?: ReactNode; urgent?: boolean }) {
  return (
    <div
      className={visuallyHidden()}
      role={urgent ? 'alert' : 'status'}
      aria-live={urgent ? 'assertive' : 'polite'}
    >
      {children}
    </div>
  )
}
