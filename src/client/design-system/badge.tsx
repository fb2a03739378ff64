import type { MouseEvent, ReactNode } from 'react'
import { XIcon } from 'lucide-react'
import { css } from 'styled-system/css'
import { badge, chip, type BadgeVariantProps } from 'styled-system/recipes'

export function Badge(props: BadgeVariantProps & { icon?: ReactNode; children: ReactNode }) {
  const { tone, icon, children } = props
  return (
    <span className={badge({ tone })}>
      {icon}
      {children}
    </span>
  )
}

type ChipProps = {
  children: ReactNode
  removeLabel: string
  onRemove: () => void
}

export function Chip({ children, removeLabel, onRemove }: ChipProps) {
  const onClick = ({ currentTarget: { nextElementSibling, previousElementSibling } }: MouseEvent) => {
    // The one before it rather: with a start date its end date, the next badge, goes as well.
    const neighbour = previousElementSibling ?? nextElementSibling
    if (neighbour instanceof HTMLElement) neighbour.focus()
    onRemove()
  }
  return (
    <button type="button" className={chip()} aria-label={removeLabel} onClick={onClick}>
      {children}
      <XIcon size="1rem" />
    </button>
  )
}

export function CountDot({ count }: { count: number }) {
  return (
    <span className={countDot} aria-hidden="true">
      {count > 99 ? '99+' : count}
    </span>
  )
}

const countDot = css({
  position: 'absolute',
  top: '0',
  right: '0',
  minWidth: '5',
  height: '5',
  paddingInline: '1',
  borderRadius: 'full',
  bg: 'accent',
  color: 'fg.onAccent',
  fontSize: 'xs',
  fontWeight: 'bold',
  lineHeight: '[1.25rem]',
  textAlign: 'center',
})
