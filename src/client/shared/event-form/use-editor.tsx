import { useForm, useStore } from '@tanstack/react-form'
import { useEffectEvent, useLayoutEffect, useState, type ComponentProps } from 'react'
import { TextField } from '@/client/design-system/forms/field'
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
  photoProblems: readonly Problem[]
  onValid: (values: EventValues) => Promise<void>
  onInvalid: (values: EventValues) => void
  onChange: (values: EventValues) => void
}

/** What the fields of the form share. */
export type Editor = ReturnType<typeof useEditor>

/** TanStack Form over the wire's values: its errors are the domain's problems, at the wire's paths. */
export function useEditor(options: EditorOptions) {
  const { mode, today, problemsOf } = options
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
  // As a text, so that typing renders nothing anew while the problems stay the same.
  const found = useStore(form.store, ({ errorMap }) => JSON.stringify(errorMap.onChange ?? []))
  const info_links = useStore(form.store, ({ values }) => values.info_links)
  const timetable = useStore(form.store, ({ values }) => values.timetable)
  const problems = JSON.parse(found) as Problem[]
  const shown = shownProblems([...options.photoProblems, ...problems], { info_links, timetable }, today)

  const notify = useEffectEvent(options.onChange)
  // Not when the form first appears. An effect after paint would miss the first letter, and a draft with it.
  useLayoutEffect(() => {
    let before = form.state.values
    const subscription = form.store.subscribe(() => {
      const { values } = form.state
      if (values === before) return
      before = values
      notify(values)
    })
    return () => subscription.unsubscribe()
  }, [form])

  return {
    form,
    mode,
    today,
    isValid: problems.length === 0,
    shown,
    errorOf(control: Control): string | undefined {
      const problem = shown.find((one) => one.control === control)
      return problem && problemText(problem.code)
    },
  }
}

export function useValue<Name extends keyof EventValues>({ form }: Editor, name: Name): EventValues[Name] {
  return useStore(form.store, ({ values }) => values[name])
}

interface TextControlProps extends Omit<ComponentProps<typeof TextField>, 'onChange'> {
  editor: Editor
  control: Control
  onChange: (text: string) => void
}

export function TextControl({ editor, control, onChange, ...field }: TextControlProps) {
  return (
    <TextField
      id={fieldId(control)}
      error={editor.errorOf(control)}
      {...field}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
