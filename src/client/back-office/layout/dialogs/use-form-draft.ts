import { useState } from 'react'
import * as z from 'zod/mini'
import { tabDraft } from './tab-draft'

interface DraftOptions<Values, Over> {
  userId: string
  /** The subject of the form: the draft is found by it. */
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
    /** The values that the form begins with, where a draft is back. */
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
