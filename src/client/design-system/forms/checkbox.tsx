import {
  CheckboxControl,
  CheckboxHiddenInput,
  CheckboxIndicator,
  CheckboxLabel,
  CheckboxRoot,
} from '@ark-ui/react/checkbox'
import type { ReactNode } from 'react'
import { CheckIcon, MinusIcon } from 'lucide-react'
import { VisuallyHidden } from '@/client/design-system/visually-hidden'
import { checkbox } from 'styled-system/recipes'

export function Checkbox(props: {
  label: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  /** The label is for screen readers only: a row's box in a table. */
  hideLabel?: boolean
  indeterminate?: boolean
}) {
  const { label, checked, onChange, hideLabel = false, indeterminate = false } = props
  const styles = checkbox()
  return (
    <CheckboxRoot
      className={styles.root}
      checked={indeterminate ? 'indeterminate' : checked}
      onCheckedChange={(details) => onChange(details.checked === true)}
    >
      {/* Ark's own are divs, which a label may not hold. */}
      <CheckboxControl asChild>
        <span className={styles.control}>
          <CheckboxIndicator asChild>
            <span>
              <CheckIcon size="1.125rem" />
            </span>
          </CheckboxIndicator>
          <CheckboxIndicator indeterminate asChild>
            <span>
              <MinusIcon size="1.125rem" />
            </span>
          </CheckboxIndicator>
        </span>
      </CheckboxControl>
      <CheckboxLabel className={hideLabel ? undefined : styles.label}>
        {hideLabel ? <VisuallyHidden>{label}</VisuallyHidden> : label}
      </CheckboxLabel>
      <CheckboxHiddenInput />
    </CheckboxRoot>
  )
}
