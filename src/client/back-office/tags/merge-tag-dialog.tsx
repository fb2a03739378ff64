import * as z from 'zod/mini'
import { fieldProps } from '@/client/shared/forms/use-schema-form'
import { SelectField } from '@/client/design-system/forms/field'
import { mergeTag } from '@/contract/back-office/back-office-tags'
import type { CountedTag } from '@/contract/back-office/back-office-tags'
import * as m from '@/messages/compiled/messages.js'
import { FormDialog } from '@/client/back-office/layout/dialogs/form-dialog'
import { shortName } from '@/client/back-office/layout/lists/truncate'
import { useWriteForm } from '@/client/back-office/layout/dialogs/use-write-form'

const choiceSchema = z.strictObject({ into_id: z.string().check(z.minLength(1, 'required')) })
type Choice = z.infer<typeof choiceSchema>

interface MergeTagDialogProps {
  tag: CountedTag
  /** The tags to choose from: one of them stays in its place. */
  others: readonly CountedTag[]
  onClose: () => void
  finalFocus: () => HTMLElement | null
  onMerged: () => void
}

/** Merges a tag into another, which is chosen here. */
export function MergeTagDialog({ tag, others, onClose, finalFocus, onMerged }: MergeTagDialogProps) {
  const { form, formProps, isSubmitting } = useWriteForm<Choice, typeof mergeTag>(mergeTag, {
    schema: choiceSchema,
    initialValues: { into_id: '' },
    inputOf: (body) => ({ params: { id: tag.id }, body }),
    onWritten: onMerged,
    done: () => m.admin_tags_merged(),
    failed: m.admin_tags_merge_failed(),
    details: ({ count, name }) => m.admin_tags_merged_text({ n: count, name }),
  })
  return (
    <FormDialog
      formProps={formProps}
      title={m.admin_tags_merge_title({ name: shortName(tag.name) })}
      submitLabel={m.admin_tags_merge()}
      tone="danger"
      isBusy={isSubmitting}
      onClose={onClose}
      finalFocus={finalFocus}
    >
      <p>{m.admin_tags_merge_text({ name: tag.name, key: tag.key })}</p>
      <form.Field name="into_id">
        {(field) => (
          <SelectField
            label={m.admin_tags_merge_into()}
            placeholder={m.admin_tags_merge_choose()}
            options={others.map(({ id, name, key }) => ({ value: id, label: `${name} (${key})` }))}
            required
            {...fieldProps(field)}
          />
        )}
      </form.Field>
    </FormDialog>
  )
}
