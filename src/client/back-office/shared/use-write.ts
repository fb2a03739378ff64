import { outcomeOf, unwrap } from '@/client/shared/offline/client-call'
import { useServerErrors } from '@/client/shared/forms/server-error-text'
import type { CallInput, Endpoint, Reply } from '@/contract/endpoint'
import { isProblemCode } from '@/domain/validation/problem'
import { problemText } from '@/messages/problem-text'
import type { ApiClient } from '@/offline/api/api-client'
import type { Outcome } from '@/offline/api/next-step'
import { useSchemaForm, type SchemaFormOptions } from '@/client/shared/forms/use-schema-form'
import { useUnsaved } from '@/client/shared/forms/unsaved'
import { useAction } from './use-action'

export { isConflict, isGone } from './use-action'

export interface WriteOptions<E extends Endpoint> {
  /** Titles of the toasts. */
  done: (input: CallInput<E>) => string
  failed: string
  details?: (reply: Reply<E>) => string
  /** Sends it, where that is more than one call: with a photo. */
  send?: (api: ApiClient, input: CallInput<E>) => Promise<Outcome<Reply<E>>>
  /** The names of a form's fields, at which validation errors are shown: without a toast. */
  fields?: readonly string[]
}

/** One call of the back office as an action. */
export function useWrite<E extends Endpoint>(endpoint: E, options: WriteOptions<E>) {
  const { done, failed, details, send, fields = [] } = options
  const elsewhere = (error: Error) => problemsOf(error).find(({ path }) => !fields.includes(path))
  return useAction<CallInput<E>, Reply<E>>({
    run: async (input, api) => unwrap(await (send?.(api, input) ?? api.call(endpoint, input))),
    done: (reply, input) => ({ title: done(input), description: details?.(reply) }),
    failed: () => failed,
    why: (error) => {
      const problem = elsewhere(error)
      return problem && isProblemCode(problem.code) ? problemText(problem.code) : undefined
    },
    onFailed: (error) => problemsOf(error).length > 0 && elsewhere(error) === undefined,
  })
}

function problemsOf(error: Error) {
  const outcome = outcomeOf(error)
  return outcome.kind === 'refused' ? outcome.fields : []
}

interface WriteFormOptions<Values extends Record<string, string>, E extends Endpoint>
  extends
    Omit<WriteOptions<E>, 'fields'>,
    Pick<SchemaFormOptions<Values, Values>, 'schema' | 'initialValues' | 'onChange'> {
  inputOf: (values: Values) => CallInput<E>
  onWritten: (reply: Reply<E>) => void
}

/**
 * A form of one write. The server's validation errors are shown at their fields, other failures in a toast; the form keeps what
 * was typed.
 */
export function useWriteForm<Values extends Record<string, string>, E extends Endpoint>(
  endpoint: E,
  { schema, initialValues, onChange, inputOf, onWritten, ...options }: WriteFormOptions<Values, E>,
) {
  const { refused, setRefused } = useServerErrors<Values>()
  const write = useWrite(endpoint, { ...options, fields: Object.keys(initialValues) })
  const schemaForm = useSchemaForm<Values, Values>({
    schema,
    initialValues,
    refused,
    ...(onChange && { onChange }),
    onValid: async (values) => {
      try {
        onWritten(await write.mutateAsync(inputOf(values)))
      } catch (error) {
        if (setRefused(outcomeOf(error), values)) schemaForm.focusFirstInvalid()
      }
    },
  })
  useUnsaved(schemaForm.isDirty)
  return schemaForm
}
