import { useId } from 'react'
import { fieldProps, useSchemaForm } from '@/client/kit/use-schema-form'
import { useRefused } from '@/client/kit/use-refused'
import { useUnsaved } from '@/client/shell/unsaved'
import { outcomeOf } from '@/client/kit/call-failed'
import { TextField } from '@/client/ui/field'
import { createTag } from '@/contract/back-office-tags'
import { newTagSchema } from '@/domain/tag'
import type { NewTag } from '@/domain/tag'
import * as m from '@/messages/compiled/messages.js'
import { stack } from 'styled-system/patterns'
import { FormDialog } from '../form-dialog'
import { useWrite } from '../use-write'
import { suggestedKey } from './find-tags'

/** Adds a tag; its key follows the name until it is typed (spec 2.12, 5). */
export function CreateTagDialog({ onClose }: { onClose: () => void }) {
  const formId = useId()
  const { refused, setRefused } = useRefused<NewTag>()
  const write = useWrite(createTag, {
    done: () => m.admin_tags_created(),
    failed: m.admin_tags_create_failed(),
    isForm: true,
  })
  const { form, formProps, isDirty, isSubmitting, focusFirstInvalid } = useSchemaForm<NewTag, NewTag>({
    schema: newTagSchema,
    initialValues: { name: '', key: '' },
    refused,
    onValid: async (body) => {
      try {
        await write.mutateAsync({ body })
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
      title={m.admin_tags_create_title()}
      submitLabel={m.admin_tags_create()}
      isBusy={isSubmitting}
      onClose={onClose}
    >
      <form id={formId} {...formProps} className={stack({ gap: '4' })}>
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
      </form>
    </FormDialog>
  )
}
