import { useForm, useStore } from '@tanstack/react-form'
import { useState } from 'react'
import type { Problem } from '@/domain/validation/problem'
import { problemText } from '@/messages/problem-text'
import type { EventValues } from './event-values'
import { fieldId, shownProblems, type Control } from './problems'

/** 'visitor': asks for a contact address, as the forms of organisers and of the team do not (rules 2.12, 2.15). */
export type EditorMode = 'visitor' | 'organiser' | 'staff'

interface EditorOptions {
  initial: EventValues
  mode: EditorMode
  /** `YYYY-MM-DD` in the village. */
  today: string
  /** Finds everything wrong with these values, from the first submit on. */
  problemsOf: (values: EventValues) => Problem[]
  /** The server's problem with the photo, which is no value. */
  photoProblem: Problem | undefined
  onValid: (values: EventValues) => Promise<void>
  onInvalid: (values: EventValues) => void
  onChange: (values: EventValues) => void
}

export type Editor = ReturnType<typeof useEditor>

export interface FieldProps {
  editor: Editor
}

/** TanStack Form over the wire's values: its errors are the domain's problems, at the wire's paths. */
export function useEditor(options: EditorOptions) {
  const { mode, today, problemsOf, photoProblem, onChange } = options
  const [initial] = useState(options.initial)
  const form = useForm({
    defaultValues: initial,
    // An invalid field must not disable the button: pressing it shows the errors.
    canSubmitWhenInvalid: true,
    validators: {
      onChange: ({ value }) => {
        const found = problemsOf(value)
        return found.length > 0 ? found : undefined
      },
    },
    onSubmit: ({ value }) => options.onValid(value),
    onSubmitInvalid: ({ value }) => options.onInvalid(value),
  })
  const problems = useStore(form.store, ({ errorMap }) => errorMap.onChange) ?? []
  const info_links = useStore(form.store, ({ values }) => values.info_links)
  const timetable = useStore(form.store, ({ values }) => values.timetable)
  const shown = shownProblems(
    photoProblem ? [photoProblem, ...problems] : problems,
    { info_links, timetable },
    today,
  )
  return {
    form,
    mode,
    today,
    isValid: problems.length === 0,
    shown,
    change(part: Partial<EventValues>) {
      for (const [name, value] of Object.entries(part))
        form.setFieldValue(name as keyof EventValues, value as never)
      onChange(form.state.values)
    },
    /** Props of the control. */
    control(control: Control) {
      const problem = shown.find((one) => one.control === control)
      return { id: fieldId(control), error: problem && problemText(problem.code) }
    },
  }
}

export function useValue<Name extends keyof EventValues>({ form }: Editor, name: Name): EventValues[Name] {
  return useStore(form.store, ({ values }) => values[name])
}
