import { useId } from 'react'
import type { ReactNode } from 'react'
import type { SecondFactor } from '@/contract/accounts/second-factor-setup'
import { css } from 'styled-system/css'
import { card } from 'styled-system/recipes'
import type { useProven } from './use-proven'

/** Each section of the page gets these props. */
export interface SectionProps {
  state: SecondFactor
  run: ReturnType<typeof useProven>['run']
  /** Something was changed; with new recovery codes they are shown. */
  onChanged: (recoveryCodes?: string[]) => void
}

interface SecuritySectionProps {
  title: string
  text: string
  /** The state beside the heading. */
  state?: ReactNode
  children: ReactNode
  action?: ReactNode
}

/** One kind of factor: what it is, what there is of it, what can be done. */
export function SecuritySection({ title, text, state, children, action }: SecuritySectionProps) {
  const id = useId()
  return (
    <section className={card({ pad: true })} aria-labelledby={id}>
      <div className={body}>
        <div className={head}>
          <h2 id={id} className={heading}>
            {title}
          </h2>
          {state}
        </div>
        <p className={muted}>{text}</p>
        {children}
        {action ? <div className={actions}>{action}</div> : null}
      </div>
    </section>
  )
}

const body = css({ display: 'grid', gap: '4', minWidth: '0' })
const head = css({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '3',
  alignItems: 'center',
  justifyContent: 'space-between',
})
const heading = css({ textStyle: 'subheading' })
const muted = css({ color: 'fg.muted' })
const actions = css({ display: 'flex', flexWrap: 'wrap', gap: '3' })
