import type { ComponentProps } from 'react'
import { TextField } from '@/client/design-system/forms/field'

/** An address, with the keyboard for it. */
export function EmailField(props: ComponentProps<typeof TextField>) {
  return (
    <TextField
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      required
      {...props}
    />
  )
}
