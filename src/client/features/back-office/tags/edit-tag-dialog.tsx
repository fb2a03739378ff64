import { fieldProps } from '@/client/kit/use-schema-form'
import { TextField } from '@/client/ui/field'
import { renameTag } from '@/contract/back-office-tags'
import type { Tag } from '@/contract/events'
import { tagNameSchema } from '@/domain/tag'
import type { TagName } from '@/domain/tag'
import * as m from '@/messages/compiled/messages.js'
import { FormDialog } from '../form-dialog'
import { useWriteForm } from '../use-write-form'

/** Changes the name of a tag; its key is read-only (spec 2.12). */
export function EditTagDialog({ tag, onClose }: { tag: Tag; onClose: () => void }) {
  const { form, formProps, isSubmitting } = useWriteForm<TagName, typeof renameTag>(renameTag, {
    schema: tagNameSchema,
    initialValues: { name: tag.name },
    inputOf: (body) => ({ params: { id: tag.id }, body }),
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
      <TextField label={m.admin_tags_key()} hint={m.admin_tags_key_fixed()} value={tag.key} readOnly />
    </FormDialog>
  )
}
