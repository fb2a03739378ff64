import { useId } from 'react'
import type { ReactNode } from 'react'
import { css } from 'styled-system/css'
import { tip } from 'styled-system/recipes'
import type { TipVariantProps } from 'styled-system/recipes'

const anchor = css({
  position: 'relative',
  display: 'inline-flex',
  '& > [role=tooltip]': { display: 'none' },
  '&:is(:hover, :focus-within) > [role=tooltip]': { display: 'block' },
})

type Align = Pick<TipVariantProps, 'align'>

type TooltipProps = Align & { label: string; children: (wiring: { 'aria-describedby': string }) => ReactNode }

/** A word more about a control, on hover and focus. CSS alone: no script, no portal, nothing to hydrate. */
export function Tooltip({ label, align, children }: TooltipProps) {
  const id = useId()
  return (
    <span className={anchor}>
      {children({ 'aria-describedby': id })}
      <span id={id} role="tooltip" className={tip({ align })}>
        {label}
      </span>
    </span>
  )
}

const flashAnchor = css({ position: 'relative', display: 'inline-flex' })

/** A bubble over its child that comes and goes with `message` ("Link copied!"), and is read aloud. */
export function FlashTip({ message, align, children }: Align & { message?: string; children: ReactNode }) {
  return (
    <span className={flashAnchor}>
      {children}
      <output>{message ? <span className={tip({ align })}>{message}</span> : null}</output>
    </span>
  )
}
