import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { outcomeOf } from '@/client/shared/offline/call-failed'
import { useServerErrors } from '@/client/shared/forms/use-server-errors'
import { useSchemaForm } from '@/client/shared/forms/use-schema-form'
import type { SchemaFormOptions } from '@/client/shared/forms/use-schema-form'
import { useUnsaved } from '@/client/shared/forms/unsaved'
import type { CallInput, Endpoint, Reply } from '@/contract/endpoint'
import type { useFormDraft } from './use-form-draft'
import { useWrite } from './use-write'
import type { WriteOptions } from './use-write'

interface WriteFormOptions<Values extends Record<string, string>, E extends Endpoint>
  extends
    Omit<WriteOptions<E>, 'fields'>,
    Pick<SchemaFormOptions<Values, Values>, 'schema' | 'initialValues'> {
  /** The call that sends these values. */
  inputOf: (values: Values) => CallInput<E>
  onWritten: (reply: Reply<E>) => void
  /** The draft keeps the values until they are written. */
  draft?: ReturnType<typeof useFormDraft<Values, unknown>>
}

/**
 * A form of one write. The server's validation errors are shown at their fields, other failures in a toast; the form keeps what
 * was typed.
 */
export function useWriteForm<Values extends Record<string, string>, E extends Endpoint>(
  endpoint: E,
  { schema, initialValues, inputOf, onWritten, draft, ...options }: WriteFormOptions<Values, E>,
) {
  const { refused, setRefused } = useServerErrors<Values>()
  const write = useWrite(endpoint, { ...options, fields: Object.keys(initialValues) })
  const schemaForm = useSchemaForm<Values, Values>({
    schema,
    initialValues: draft?.restored ?? initialValues,
    refused,
    onChange: (values) => draft?.keep(values),
    onValid: async (values) => {
      try {
        const reply = await write.mutateAsync(inputOf(values))
        draft?.remove()
        onWritten(reply)
      } catch (error) {
        if (setRefused(outcomeOf(error), values)) schemaForm.focusFirstInvalid()
      }
    },
  })
  const showInitial = useEffectEvent(() => schemaForm.form.reset(initialValues))
  // TanStack keeps the values of a form that was once touched. With nothing begun the fields show the version that the draft is over.
  const unbegun = draft?.isBegun === false ? JSON.stringify(initialValues) : undefined
  const shown = useRef(unbegun)
  useLayoutEffect(() => {
    if (unbegun !== undefined && unbegun !== shown.current) showInitial()
    shown.current = unbegun
  }, [unbegun])
  const isRestored = draft?.restored !== undefined
  useUnsaved(schemaForm.isDirty || isRestored)
  const discardDraft = () => {
    draft?.remove()
    // The button that was pressed goes.
    schemaForm.formProps.ref.current?.querySelector('input')?.focus()
  }
  return { ...schemaForm, isRestored, discardDraft }
}
