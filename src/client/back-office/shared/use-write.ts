import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
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
import { tabStorage } from '@/offline/page/page-storage'

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
    Pick<SchemaFormOptions<Values, Values>, 'schema' | 'initialValues'> {
  inputOf: (values: Values) => CallInput<E>
  onWritten: (reply: Reply<E>) => void
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

interface DraftOptions<Values, Over> {
  userId: string
  about: string
  initialValues: Values
  /** The version that the form is written over. It goes with the draft, so that a later version is not overwritten by it. */
  over: Over
  overSchema: z.ZodMiniType<Over>
}

/** A draft in this tab of a form that was filled in and not sent, for `useWriteForm`. */
export function useFormDraft<Values extends Record<string, string>, Over>(
  options: DraftOptions<Values, Over>,
) {
  const { userId, about, initialValues, overSchema } = options
  const text = tabDraft(`form:${userId}:${about}`)
  const isInitial = (values: Record<string, string>) =>
    Object.entries(initialValues).every(([name, value]) => values[name] === value)
  /** The version that was there at the first change; with values where that was before this form. */
  const [begun, setBegun] = useState<{ values?: Values; over: Over } | undefined>(() => {
    const content = read(text.read(), overSchema)
    if (content === undefined || isInitial(content.values)) return undefined
    const known = Object.entries(content.values).filter(([name]) => name in initialValues)
    return { values: { ...initialValues, ...Object.fromEntries(known) }, over: content.over }
  })
  const over = begun === undefined ? options.over : begun.over
  const remove = () => {
    text.write('')
    setBegun(undefined)
  }
  return {
    restored: begun?.values,
    isBegun: begun !== undefined,
    over,
    keep: (values: Values) => {
      if (isInitial(values)) return remove()
      if (begun === undefined) setBegun({ over })
      text.write(JSON.stringify({ values, over }))
    },
    remove,
  }
}

function read<Over>(text: string, overSchema: z.ZodMiniType<Over>) {
  const schema = z.object({ values: z.record(z.string(), z.string()), over: overSchema })
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** Drafts that storage is forbidden to hold last until the page is left. */
const unstored = new Map<string, string>()

/**
 * A text that is written and not sent, in this tab: closing its dialog, signing in again or loading the page again does not lose it.
 * Its key names the account, as another one that signs in here does not see it.
 */
export function tabDraft(key: string) {
  return {
    read: (): string => {
      try {
        return unstored.get(key) ?? tabStorage()?.getItem(key) ?? ''
      } catch {
        return ''
      }
    },
    write: (text: string): void => {
      unstored.delete(key)
      try {
        const storage = tabStorage()
        if (storage === undefined) unstored.set(key, text)
        else if (text === '') storage.removeItem(key)
        else storage.setItem(key, text)
      } catch {
        unstored.set(key, text)
      }
    },
  }
}
