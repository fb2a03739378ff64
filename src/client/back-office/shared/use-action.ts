import { type QueryKey, hashKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { outcomeOf, CallFailed, unwrap } from '@/client/shared/offline/client-call'
import { useSchemaForm, type SchemaFormOptions } from '@/client/shared/forms/use-schema-form'
import type { Problem } from '@/domain/validation/problem'
import { problemText } from '@/messages/problem-text'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { failureText } from '@/client/shared/forms/server-error-text'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { TAGS_KEY } from '@/client/shared/tags/tag-picker'
import { toast } from '@/client/shared/notifications/toast'
import { REVIEW_UNDO_SECONDS } from '@/domain/events/event'
import * as m from '@/messages/compiled/messages.js'
import type { ApiClient } from '@/offline/api/api-client'
import type { Outcome } from '@/offline/api/next-step'
import { useShortcutKeys } from './shortcut-keys'

interface ActionOptions<Input, Result> {
  run: (input: Input, api: ApiClient) => Promise<Outcome<Result>>
  /** The toast of its success: title and description; none where `onDone` says it. */
  done?: (
    result: Result,
    input: Input,
  ) => readonly [title: string, description?: string | undefined] | undefined
  /** Takes it back, for as long as a review can be undone: by the button of the toast, or by the key `u`. */
  undo?: (result: Result, input: Input) => (() => void) | undefined
  /** The title of the toast of a failure. */
  failed: (input: Input) => string
  /** Why it failed, where that is more than the words for every call. */
  why?: (error: Error) => string | undefined
  /** Comes at once, before anything is fetched again. */
  onDone?: (result: Result, input: Input) => void
  /** The key of what this deletes: its page is still there for a moment, and must not ask for what is gone. */
  gone?: (input: Input) => QueryKey | undefined
  /** True: the screen shows it itself, and no toast does. */
  onFailed?: (error: Error, input: Input) => boolean | void
}

/** One write of the back office, with a toast for its result. What is on screen is fetched again. */
export function useAction<Input, Result>(options: ActionOptions<Input, Result>) {
  const queryClient = useQueryClient()
  return useMutation<Result, Error, Input>({
    mutationFn: async (input) => unwrap(await options.run(input, (await loadOfflineClient()).api)),
    onSuccess: (result, input) => {
      const undo = options.undo?.(result, input)
      const [title, description] = options.done?.(result, input) ?? []
      if (title !== undefined) toast.success(title, { ...(description && { description }), ...wayBack(undo) })
      options.onDone?.(result, input)
    },
    onError: (error, input) => {
      if (options.onFailed?.(error, input) === true) return
      const description = options.why?.(error) ?? textOf(problemsOf(error)) ?? failureText(outcomeOf(error))
      toast.error(options.failed(input), { description })
    },
    // The lists are fetched after a failure too: another administrator may have been first.
    onSettled: async (_, error, input) => {
      const gone = error === null || isGone(error) ? options.gone?.(input) : undefined
      const predicate = ({ queryHash }: { queryHash: string }) => !gone || queryHash !== hashKey(gone)
      const fetched = Promise.all(
        [BACK_OFFICE_KEY, TAGS_KEY].map((queryKey) => queryClient.invalidateQueries({ queryKey, predicate })),
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

function problemsOf(error: Error): readonly Problem[] {
  const outcome = outcomeOf(error)
  return outcome.kind === 'refused' ? outcome.fields : []
}

function textOf([problem]: readonly Problem[]): string | undefined {
  return problem && problemText(problem.code)
}

interface WriteFormOptions<Values extends Record<string, string>, Result>
  extends
    Pick<ActionOptions<Values, Result>, 'run' | 'done' | 'failed'>,
    Pick<SchemaFormOptions<Values, Values>, 'schema' | 'initialValues' | 'onChange'> {
  onWritten: (result: Result) => void
}

/** A form of one write. Validation errors of the server are shown at their fields, other failures in a toast; what was typed stays. */
export function useWriteForm<Values extends Record<string, string>, Result>(
  options: WriteFormOptions<Values, Result>,
) {
  const { schema, initialValues, onChange, onWritten, ...action } = options
  const isAtField = ({ path }: Problem) => path in initialValues
  const write = useAction<Values, Result>({
    ...action,
    why: (error) => textOf(problemsOf(error).filter((one) => !isAtField(one))),
    onFailed: (error) => problemsOf(error).length > 0 && problemsOf(error).every(isAtField),
  })
  return useSchemaForm<Values, Values>({
    schema,
    initialValues,
    ...(onChange && { onChange }),
    onValid: (values) => write.mutateAsync(values).then(onWritten, outcomeOf),
  })
}

/** The last comes first. */
const undoable: { undo: () => void; until: number }[] = []

/** The part of a toast that undoes what it tells of; the key `u` does the same. */
export function wayBack(undo: (() => void) | undefined) {
  if (undo === undefined) return {}
  const durationMs = REVIEW_UNDO_SECONDS * 1000
  const entry = { undo, until: Date.now() + durationMs }
  undoable.unshift(entry)
  const onPress = () => {
    const at = undoable.indexOf(entry)
    if (at !== -1) undoable.splice(at, 1)
    undo()
  }
  return { durationMs, action: { label: m.admin_event_undo(), onPress } }
}

/** The key `u` undoes one thing after the other, the last first, wherever one is by then in the back office. */
export function useUndoKey(): void {
  useShortcutKeys({
    u: () => {
      const last = undoable.shift()
      if (last !== undefined && last.until > Date.now()) return last.undo()
      undoable.length = 0
      toast.error(m.admin_undo_none(), { description: m.admin_undo_none_text({ n: REVIEW_UNDO_SECONDS }) })
    },
  })
}
