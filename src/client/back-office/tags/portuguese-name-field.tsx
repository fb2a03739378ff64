import type { ComponentProps } from 'react'
import { TextField } from '@/client/design-system/forms/field'
import * as m from '@/messages/compiled/messages.js'

/** The Portuguese name of a tag; without it, the name is the same in both languages. */
export function PortugueseNameField(props: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <TextField
      label={m.admin_tags_name_pt()}
      hint={m.admin_tags_name_pt_hint()}
      lang="pt"
      autoComplete="off"
      {...props}
    />
  )
}
