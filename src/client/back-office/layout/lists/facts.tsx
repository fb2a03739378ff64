import type { ReactNode } from 'react'
import { css } from 'styled-system/css'

/** A list of terms with their values; a value may be as long as it likes. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={list}>{children}</dl>
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className={term}>{label}</dt>
      <dd className={value}>{children}</dd>
    </div>
  )
}

const list = css({ display: 'grid', gap: '4', overflowWrap: 'anywhere', minWidth: '0' })
const term = css({ textStyle: 'label', color: 'fg.muted' })
const value = css({ marginLeft: '0' })
