import type { EventFormValues } from '../form-values'

export interface DraftOrigin {
  kind: 'shared' | 'earlier-event'
  title?: string | undefined
}

export interface DraftContent {
  values: EventFormValues
  origin: DraftOrigin | undefined
  context: unknown
}

/** The content of a draft as it is stored; `read-draft`, which the form does not wait for, reads it again. */
export const draftContent = (
  current: EventFormValues,
  { origin, context }: { origin?: DraftOrigin; context?: unknown } = {},
) => ({
  values: current,
  ...(origin === undefined ? {} : { origin }),
  ...(context === undefined ? {} : { context }),
})
