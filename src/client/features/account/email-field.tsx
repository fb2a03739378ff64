import type { ComponentProps } from 'react'
import { TextField } from '@/client/design-system/forms/field'
import * as m from '@/messages/compiled/messages.js'

/** An address, with the keyboard for it. Password managers keep it as the name of the account. */
export function EmailField(props: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <TextField
      label={m.sign_in_email()}
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      required
      {...props}
    />
  )
}
