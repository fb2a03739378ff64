import { fieldProps } from '@/client/shared/forms/use-schema-form'
import { TextField } from '@/client/design-system/forms/field'
import { renameTag } from '@/contract/back-office/back-office-tags'
import type { Tag } from '@/contract/events/events'
import { firstName } from '@/domain/tags/tag'
import { namesOfForm, tagNameFormSchema } from '@/domain/tags/tag-schemas'
import type { TagNameForm } from '@/domain/tags/tag-schemas'
import * as m from '@/messages/compiled/messages.js'
import { FormDialog } from '@/client/back-office/layout/dialogs/form-dialog'
import { useWriteForm } from '@/client/back-office/layout/dialogs/use-write-form'
import { PortugueseNameField } from './portuguese-name-field'

interface EditTagDialogProps {
  tag: Tag
  /** Called with the tag as it is stored, before the dialog closes; undefined where the server does not say it. */
  onRenamed: (tag: Tag | undefined) => void
  onClose: () => void
}

/** Changes the names of a tag; its key is read-only (rules 2.12). */
export function EditTagDialog({ tag, onRenamed, onClose }: EditTagDialogProps) {
  const { form, formProps, isSubmitting } = useWriteForm<TagNameForm, typeof renameTag>(renameTag, {
    schema: tagNameFormSchema,
    initialValues: { name: firstName(tag), name_pt: tag.names?.['pt'] ?? '' },
    inputOf: (values) => ({ params: { id: tag.id }, body: namesOfForm(values) }),
    onWritten: (stored) => {
      onRenamed(stored ?? undefined)
      onClose()
    },
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
      <form.Field name="name_pt">{(field) => <PortugueseNameField {...fieldProps(field)} />}</form.Field>
      <TextField label={m.admin_tags_key()} hint={m.admin_tags_key_fixed()} value={tag.key} readOnly />
    </FormDialog>
  )
}
