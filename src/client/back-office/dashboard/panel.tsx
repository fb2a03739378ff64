import { useId } from 'react'
import type { ReactNode } from 'react'
import { css, cx } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { card } from 'styled-system/recipes'

interface PanelProps {
  title: string
  /** A link or a badge at the end of the line of the title. */
  aside?: ReactNode
  children: ReactNode
}

/** A card of the dashboard with its heading. */
export function Panel({ title, aside, children }: PanelProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={cx(card({ pad: true }), panel)}>
      <div className={cluster({ gap: '2', justify: 'space-between' })}>
        <h2 id={id} className={heading}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

/** Names and values, a line each. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl className={list}>
      {facts.map(([name, value]) => (
        <div key={name} className={cluster({ gap: '2', justify: 'space-between' })}>
          <dt className={muted}>{name}</dt>
          <dd className={strong}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const panel = css({ display: 'grid', gap: '4', alignContent: 'start', minWidth: '0' })
const heading = css({ textStyle: 'subheading' })
const list = css({ display: 'grid', gap: '2' })
const muted = css({ color: 'fg.muted' })
const strong = css({ fontWeight: 'medium', overflowWrap: 'anywhere' })
