import { useId } from 'react'
import * as z from 'zod/mini'
import { fieldProps, useSchemaForm } from '@/client/kit/use-schema-form'
import { useRefused } from '@/client/kit/use-refused'
import { outcomeOf } from '@/client/kit/call-failed'
import { SelectField } from '@/client/ui/field'
import { mergeTag } from '@/contract/back-office-tags'
import type { CountedTag } from '@/contract/back-office-tags'
import * as m from '@/messages/compiled/messages.js'
import { stack } from 'styled-system/patterns'
import { FormDialog } from '../form-dialog'
import { useWrite } from '../use-write'

const choiceSchema = z.strictObject({ into_id: z.string().check(z.minLength(1, 'required')) })
type Choice = z.infer<typeof choiceSchema>

interface MergeTagDialogProps {
  tag: CountedTag
  /** Of which one stays in its place. */
  others: readonly CountedTag[]
  onClose: () => void
  finalFocus: () => HTMLElement | null
  onMerged: () => void
}

/** Merges a tag into another, which is chosen here. */
export function MergeTagDialog({ tag, others, onClose, finalFocus, onMerged }: MergeTagDialogProps) {
  const formId = useId()
  const { refused, setRefused } = useRefused<Choice>()
  const write = useWrite(mergeTag, {
    done: () => m.admin_tags_merged(),
    failed: m.admin_tags_merge_failed(),
    details: ({ count, name }) => m.admin_tags_merged_text({ n: count, name }),
    isForm: true,
  })
  const { form, formProps, isSubmitting, focusFirstInvalid } = useSchemaForm<Choice, Choice>({
    schema: choiceSchema,
    initialValues: { into_id: '' },
    refused,
    onValid: async (body) => {
      try {
        await write.mutateAsync({ params: { id: tag.id }, body })
        onMerged()
      } catch (error) {
        if (setRefused(outcomeOf(error), body)) focusFirstInvalid()
      }
    },
  })
  return (
    <FormDialog
      formId={formId}
      title={m.admin_tags_merge_title({ name: tag.name })}
      submitLabel={m.admin_tags_merge()}
      tone="danger"
      isBusy={isSubmitting}
      onClose={onClose}
      finalFocus={finalFocus}
    >
      <form id={formId} {...formProps} className={stack({ gap: '4' })}>
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
      </form>
    </FormDialog>
  )
}
