import { fieldProps } from '@/client/shared/forms/use-schema-form'
import { TextField } from '@/client/design-system/forms/field'
import { createTag } from '@/contract/back-office/back-office-tags'
import { namesOfForm, newTagFormSchema } from '@/domain/tags/tag-schemas'
import type { NewTagForm } from '@/domain/tags/tag-schemas'
import * as m from '@/messages/compiled/messages.js'
import { FormDialog } from '@/client/back-office/layout/dialogs/form-dialog'
import { useWriteForm } from '@/client/back-office/layout/dialogs/use-write-form'
import { suggestedKey } from '@/client/back-office/layout/lists/search/find-tags'
import { PortugueseNameField } from './portuguese-name-field'

/** Adds a tag; its key follows the name until it is typed (rules 2.12, 5). */
export function CreateTagDialog({ onClose }: { onClose: () => void }) {
  const { form, formProps, isSubmitting } = useWriteForm<NewTagForm, typeof createTag>(createTag, {
    schema: newTagFormSchema,
    initialValues: { name: '', name_pt: '', key: '' },
    inputOf: (values) => ({ body: { key: values.key, ...namesOfForm(values) } }),
    onWritten: onClose,
    done: () => m.admin_tags_created(),
    failed: m.admin_tags_create_failed(),
  })
  return (
    <FormDialog
      formProps={formProps}
      title={m.admin_tags_create_title()}
      submitLabel={m.admin_tags_create()}
      isBusy={isSubmitting}
      onClose={onClose}
    >
      <form.Field name="name">
        {(field) => {
          const { onChange, ...props } = fieldProps(field)
          return (
            <TextField
              {...props}
              label={m.admin_tags_name()}
              autoComplete="off"
              required
              onChange={(event) => {
                const { key, name } = form.state.values
                const isFollowing = key === suggestedKey(name)
                onChange(event)
                if (isFollowing) form.setFieldValue('key', suggestedKey(event.target.value))
              }}
            />
          )
        }}
      </form.Field>
      <form.Field name="name_pt">{(field) => <PortugueseNameField {...fieldProps(field)} />}</form.Field>
      <form.Field name="key">
        {(field) => (
          <TextField
            label={m.admin_tags_key()}
            hint={m.admin_tags_key_hint()}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
            {...fieldProps(field)}
          />
        )}
      </form.Field>
    </FormDialog>
  )
}
