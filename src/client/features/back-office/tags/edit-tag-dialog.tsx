import { fieldProps } from '@/client/kit/use-schema-form'
import { TextField } from '@/client/ui/field'
import { renameTag } from '@/contract/back-office-tags'
import type { Tag } from '@/contract/events'
import { firstName, namesOfForm, tagNameFormSchema } from '@/domain/tag'
import type { TagNameForm } from '@/domain/tag'
import * as m from '@/messages/compiled/messages.js'
import { FormDialog } from '../form-dialog'
import { useWriteForm } from '../use-write-form'

/** Changes the names of a tag; its key is read-only (spec 2.12). */
export function EditTagDialog({ tag, onClose }: { tag: Tag; onClose: () => void }) {
  const { form, formProps, isSubmitting } = useWriteForm<TagNameForm, typeof renameTag>(renameTag, {
    schema: tagNameFormSchema,
    initialValues: { name: firstName(tag), name_pt: tag.names?.['pt'] ?? '' },
    inputOf: (values) => ({ params: { id: tag.id }, body: namesOfForm(values) }),
    onWritten: onClose,
    done: () => m.admin_tags_updated(),
    failed: m.admin_tags_update_failed(),
  })
  return (
    <FormDialog
      formProps={formProps}
      title={m.admin_tags_edit_title()}
      submitLabel={m.admin_tags_save()}
      isBusy={isSubmitting}
      onClose={onClose}
    >
      <form.Field name="name">
        {(field) => (
          <TextField label={m.admin_tags_name()} autoComplete="off" required {...fieldProps(field)} />
        )}
      </form.Field>
      <form.Field name="name_pt">
        {(field) => (
          <TextField
            label={m.admin_tags_name_pt()}
            hint={m.admin_tags_name_pt_hint()}
            lang="pt"
            autoComplete="off"
            {...fieldProps(field)}
          />
        )}
      </form.Field>
      <TextField label={m.admin_tags_key()} hint={m.admin_tags_key_fixed()} value={tag.key} readOnly />
    </FormDialog>
  )
}
