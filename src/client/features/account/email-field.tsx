import type { ComponentProps } from 'react'
import { EmailField as AnyEmailField } from '@/client/design-system/forms/field'
import * as m from '@/messages/compiled/messages.js'

/** The address that is the name of an account: password managers keep it as that. */
export function EmailField(props: Omit<ComponentProps<typeof AnyEmailField>, 'label'>) {
  return <AnyEmailField label={m.sign_in_email()} autoComplete="username" autoCorrect="off" {...props} />
}
