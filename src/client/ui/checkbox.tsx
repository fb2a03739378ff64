import type { InputHTMLAttributes, ReactNode } from 'react'
import { VisuallyHidden } from '@/client/ui/visually-hidden'
import { cx } from 'styled-system/css'
import { checkbox } from 'styled-system/recipes'

type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  label: ReactNode
  /** Keep the label for screen readers only: a row's box in a table. */
  hideLabel?: boolean
  /** Some, but not all, of what it stands for are chosen. */
  indeterminate?: boolean
}

/** The native checkbox in our clothes: forms, keyboards and readers know it already. */
export function Checkbox({
  label,
  hideLabel = false,
  indeterminate = false,
  className,
  ...rest
}: CheckboxProps) {
  const styles = checkbox()
  return (
    <label className={cx(styles.root, className)}>
      <input
        type="checkbox"
        {...rest}
        ref={(element) => {
          // `indeterminate` exists as a property only, never as an attribute.
          if (element) element.indeterminate = indeterminate
        }}
        className={styles.control}
      />
      {hideLabel ? <VisuallyHidden>{label}</VisuallyHidden> : <span className={styles.label}>{label}</span>}
    </label>
  )
}
