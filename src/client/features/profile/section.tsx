import { useId } from 'react'
import type { ReactNode, Ref } from 'react'
import { css } from 'styled-system/css'
import { card } from 'styled-system/recipes'

interface SectionProps {
  title: ReactNode
  /** The action beside the heading. */
  action?: ReactNode
  /** Takes the focus when what had it is gone. */
  headingRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** One card of the profile, named by its heading. */
export function Section({ title, action, headingRef, children }: SectionProps) {
  const id = useId()
  return (
    <section className={card({ pad: true })} aria-labelledby={id}>
      <div className={body}>
        <div className={head}>
          <h2 ref={headingRef} id={id} tabIndex={-1} className={heading}>
            {title}
          </h2>
          {action}
        </div>
        {children}
      </div>
    </section>
  )
}

const body = css({ display: 'grid', gap: '4', minWidth: '0', overflowWrap: 'anywhere' })
const head = css({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '3',
  alignItems: 'center',
  justifyContent: 'space-between',
})
const heading = css({ textStyle: 'subheading', _focusVisible: { outline: 'none' } })
