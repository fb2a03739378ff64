import type { QueryKey } from '@tanstack/react-query'
import { outcomeOf } from '@/client/shared/offline/client-call'
import { useSchemaForm, type SchemaFormOptions } from '@/client/shared/forms/use-schema-form'
import type { CallInput, Endpoint, Reply } from '@/contract/endpoint'
import { isProblemCode } from '@/domain/validation/problem'
import { problemText } from '@/messages/problem-text'
import type { ApiClient } from '@/offline/api/api-client'
import type { Outcome } from '@/offline/api/next-step'
import { useAction } from './use-action'

export interface WriteOptions<E extends Endpoint> {
  /** Titles of the toasts. */
  done: (input: CallInput<E>) => string
  failed: string
  details?: (reply: Reply<E>) => string
  /** Sends it, where that is more than one call: with a photo. */
  send?: (api: ApiClient, input: CallInput<E>) => Promise<Outcome<Reply<E>>>
  /** The key of what it deletes, see `useAction`. */
  gone?: QueryKey | undefined
  /** The names of a form's fields, at which validation errors are shown: without a toast. */
  fields?: readonly string[]
}

/** One call of the back office as an action. */
export function useWrite<E extends Endpoint>(endpoint: E, options: WriteOptions<E>) {
  const { done, failed, details, send, gone, fields = [] } = options
  const problemsOf = (error: Error) => {
    const outcome = outcomeOf(error)
    const problems = outcome.kind === 'refused' ? outcome.fields : []
    return { problems, elsewhere: problems.find(({ path }) => !fields.includes(path)) }
  }
  return useAction<CallInput<E>, Reply<E>>({
    run: (input, api) => send?.(api, input) ?? api.call(endpoint, input),
    done: (reply, input) => [done(input), details?.(reply)],
    failed: () => failed,
    gone: () => gone,
    why: (error) => {
      const { elsewhere } = problemsOf(error)
      return elsewhere && isProblemCode(elsewhere.code) ? problemText(elsewhere.code) : undefined
    },
    onFailed: (error) => {
      const { problems, elsewhere } = problemsOf(error)
      return problems.length > 0 && elsewhere === undefined
    },
  })
}

interface WriteFormOptions<Values extends Record<string, string>, E extends Endpoint>
  extends
    Omit<WriteOptions<E>, 'fields'>,
    Pick<SchemaFormOptions<Values, Values>, 'schema' | 'initialValues' | 'onChange'> {
  inputOf: (values: Values) => CallInput<E>
  onWritten: (reply: Reply<E>) => void
}

/** A form of one write. Validation errors of the server are shown at their fields, other failures in a toast; what was typed stays. */
export function useWriteForm<Values extends Record<string, string>, E extends Endpoint>(
  endpoint: E,
  { schema, initialValues, onChange, inputOf, onWritten, ...options }: WriteFormOptions<Values, E>,
) {
  const write = useWrite(endpoint, { ...options, fields: Object.keys(initialValues) })
  return useSchemaForm<Values, Values>({
    schema,
    initialValues,
    ...(onChange && { onChange }),
    onValid: (values) => write.mutateAsync(inputOf(values)).then(onWritten, outcomeOf),
  })
}
