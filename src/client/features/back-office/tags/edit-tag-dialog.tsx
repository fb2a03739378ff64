import { useId } from 'react'
import { fieldProps, useSchemaForm } from '@/client/kit/use-schema-form'
import { useRefused } from '@/client/kit/use-refused'
import { outcomeOf } from '@/client/kit/call-failed'
import { useUnsaved } from '@/client/shell/unsaved'
import { TextField } from '@/client/ui/field'
import { renameTag } from '@/contract/back-office-tags'
import type { Tag } from '@/contract/events'
import { tagNameSchema } from '@/domain/tag'
import type { TagName } from '@/domain/tag'
import * as m from '@/messages/compiled/messages.js'
import { stack } from 'styled-system/patterns'
import { FormDialog } from '../form-dialog'
import { useWrite } from '../use-write'

/** Changes the name of a tag; its key is read-only (spec 2.12). */
export function EditTagDialog({ tag, onClose }: { tag: Tag; onClose: () => void }) {
  const formId = useId()
  const { refused, setRefused } = useRefused<TagName>()
  const write = useWrite(renameTag, {
    done: () => m.admin_tags_updated(),
    failed: m.admin_tags_update_failed(),
    isForm: true,
  })
  const { form, formProps, isDirty, isSubmitting, focusFirstInvalid } = useSchemaForm<TagName, TagName>({
    schema: tagNameSchema,
    initialValues: { name: tag.name },
    refused,
    onValid: async (body) => {
      try {
        await write.mutateAsync({ params: { id: tag.id }, body })
        onClose()
      } catch (error) {
        if (setRefused(outcomeOf(error), body)) focusFirstInvalid()
      }
    },
  })
  useUnsaved(isDirty)
  return (
    <FormDialog
      formId={formId}
      title={m.admin_tags_edit_title()}
      submitLabel={m.admin_tags_save()}
      isBusy={isSubmitting}
      onClose={onClose}
    >
      <form id={formId} {...formProps} className={stack({ gap: '4' })}>
        <form.Field name="name">
          {(field) => (
            <TextField label={m.admin_tags_name()} autoComplete="off" required {...fieldProps(field)} />
          )}
        </form.Field>
        <TextField label={m.admin_tags_key()} hint={m.admin_tags_key_fixed()} value={tag.key} readOnly />
      </form>
    </FormDialog>
  )
}
