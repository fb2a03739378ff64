import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { CallFailed, outcomeOf, unwrap } from '@/client/shared/offline/client-call'
import { failureText, useServerErrors } from '@/client/shared/forms/server-error-text'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { TAGS_KEY } from '@/client/shared/tags/tag-picker'
import { toast } from '@/client/shared/notifications/toast'
import type { CallInput, Endpoint, Reply } from '@/contract/endpoint'
import { isProblemCode } from '@/domain/validation/problem'
import { problemText } from '@/messages/problem-text'
import type { ApiClient } from '@/offline/api/api-client'
import type { Outcome } from '@/offline/api/next-step'
import { useSchemaForm } from '@/client/shared/forms/use-schema-form'
import type { SchemaFormOptions } from '@/client/shared/forms/use-schema-form'
import { useUnsaved } from '@/client/shared/forms/unsaved'

/** rules 9. */
const ERROR_MS = 5000

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

/** One write of the back office, with a toast for its result. What is on screen is fetched again. */
export function useWrite<E extends Endpoint>(endpoint: E, options: WriteOptions<E>) {
  const { done, failed, details, send, fields = [] } = options
  const queryClient = useQueryClient()
  return useMutation<Reply<E>, Error, CallInput<E>>({
    mutationFn: async (input) => {
      const { api } = await loadOfflineClient()
      return unwrap(await (send?.(api, input) ?? api.call(endpoint, input)))
    },
    networkMode: 'always',
    onSuccess: (reply, input) =>
      toast.success(done(input), details === undefined ? {} : { description: details(reply) }),
    onError: (error) => {
      const outcome = outcomeOf(error)
      const problems = outcome.kind === 'refused' ? outcome.fields : []
      const [elsewhere] = problems.filter(({ path }) => !fields.includes(path))
      if (problems.length > 0 && elsewhere === undefined) return
      toast.error(failed, {
        durationMs: ERROR_MS,
        description:
          elsewhere && isProblemCode(elsewhere.code) ? problemText(elsewhere.code) : failureText(outcome),
      })
    },
    // The lists are fetched after a failure too: another administrator may have been first.
    onSettled: async (_, error) => {
      const fetched = Promise.all(
        [BACK_OFFICE_KEY, TAGS_KEY].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      )
      // Only who was second waits for it: both versions are shown. What is stored needs no list to close its dialog.
      if (error !== null && isConflict(error)) await fetched
    },
  })
}

export function isConflict(error: Error): boolean {
  return error instanceof CallFailed && error.outcome.kind === 'refused' && error.outcome.code === 'CONFLICT'
}

export function isGone(error: Error): boolean {
  return error instanceof CallFailed && error.isMissing
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
