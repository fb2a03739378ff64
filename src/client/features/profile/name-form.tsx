import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { outcomeOf } from '@/client/shared/offline/client-call'
import { formFailureText } from '@/client/shared/forms/server-error-text'
import { callAsUser } from '@/client/shared/session/own-queries'
import { fieldProps, useSchemaForm } from '@/client/shared/forms/use-schema-form'
import { toast } from '@/client/shared/notifications/toast'
import { useUnsaved } from '@/client/shared/forms/unsaved'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { TextField } from '@/client/design-system/forms/field'
import { updateProfile } from '@/contract/accounts/profile'
import { profileNameSchema } from '@/domain/accounts/account'
import * as m from '@/messages/compiled/messages.js'
import { cluster, stack } from 'styled-system/patterns'
import { profileQuery } from './profile-queries'

/** A name that is being typed. It outlives its session, so that the text is not lost. */
export interface NameDraft {
  ownerId: string
  name: string
  savedName: string
}

interface NameFormProps {
  draft: NameDraft
  onChange: (draft: NameDraft) => void
  onClose: () => void
}

/** The name, edited in place (rules 2.11): Enter saves, Escape cancels, a failure keeps the text. */
export function NameForm({ draft, onChange, onClose }: NameFormProps) {
  const { ownerId, savedName } = draft
  const [failure, setFailure] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const queryClient = useQueryClient()
  const save = useMutation({
    networkMode: 'always',
    mutationFn: (name: string) => callAsUser(ownerId, updateProfile, { body: { name } }),
    onSuccess: (profile, name) => {
      queryClient.setQueryData(
        profileQuery(ownerId).queryKey,
        (before) => before && { ...before, name, ...profile },
      )
      toast.success(m.profile_updated())
      onClose()
    },
    onError: (error) => setFailure(formFailureText(outcomeOf(error))),
  })
  const { form, formProps, isSubmitting } = useSchemaForm<{ name: string }, { name: string }>({
    schema: profileNameSchema,
    initialValues: { name: draft.name },
    onChange: ({ name }) => onChange({ ...draft, name }),
    onValid: async ({ name }) => {
      setFailure(undefined)
      await save.mutateAsync(name).catch(() => undefined)
    },
  })
  useUnsaved(draft.name !== savedName)
  useEffect(() => input.current?.select(), [])
  return (
    <form {...formProps} className={stack({ gap: '3' })}>
      <form.Field name="name">
        {(field) => (
          <TextField
            ref={input}
            label={m.profile_name()}
            autoComplete="name"
            required
            onKeyDown={(event) => {
              // Escape also puts away what an input method offers.
              if (event.key === 'Escape' && !event.nativeEvent.isComposing && !isSubmitting) onClose()
            }}
            {...fieldProps(field)}
          />
        )}
      </form.Field>
      {failure === undefined ? null : (
        <Banner tone="danger" role="alert" title={m.profile_update_failed()}>
          {failure}
        </Banner>
      )}
      <div className={cluster({ gap: '2' })}>
        <Button type="submit" size="sm" busy={isSubmitting}>
          {isSubmitting ? m.profile_name_saving() : m.profile_name_save()}
        </Button>
        <Button
          variant="ghost"
          size="sm"
          aria-disabled={isSubmitting}
          // A name that is being saved cannot be taken back.
          onClick={() => (isSubmitting ? undefined : onClose())}
        >
          {m.profile_cancel()}
        </Button>
      </div>
    </form>
  )
}
