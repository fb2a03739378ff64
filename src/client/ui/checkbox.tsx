import { Checkbox as Ark } from '@ark-ui/react/checkbox'
import type { ReactNode } from 'react'
import { CheckIcon, MinusIcon } from '@/client/ui/icons'
import { VisuallyHidden } from '@/client/ui/visually-hidden'
import { cx } from 'styled-system/css'
import { checkbox } from 'styled-system/recipes'

interface CheckboxProps {
  label: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  /** The label is for screen readers only: a row's box in a table. */
  hideLabel?: boolean
  /** Indeterminate: some, but not all, of its rows are checked. */
  indeterminate?: boolean
  className?: string
}

export function Checkbox(props: CheckboxProps) {
  const { label, checked, onChange, hideLabel = false, indeterminate = false, className } = props
  const styles = checkbox()
  return (
    <Ark.Root
      className={cx(styles.root, className)}
      checked={indeterminate ? 'indeterminate' : checked}
      onCheckedChange={(details) => onChange(details.checked === true)}
    >
      <Ark.Control className={styles.control}>
        <Ark.Indicator>
          <CheckIcon size={18} />
        </Ark.Indicator>
        <Ark.Indicator indeterminate>
          <MinusIcon size={18} />
        </Ark.Indicator>
      </Ark.Control>
      <Ark.Label className={hideLabel ? undefined : styles.label}>
        {hideLabel ? <VisuallyHidden>{label}</VisuallyHidden> : label}
      </Ark.Label>
      <Ark.HiddenInput />
    </Ark.Root>
  )
}
