import { useEffect, useRef } from 'react'
import type { EventFormValues } from './form-values'
import type { EventForm } from './use-event-form'

/** Calls `onChange` whenever something in the form was changed, not when the form first appears. */
export function useFormChange(form: EventForm, onChange: (values: EventFormValues) => void): void {
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  useEffect(() => {
    let before = form.state.values
    const subscription = form.store.subscribe(() => {
      const { values } = form.state
      if (values === before) return
      before = values
      latest.current(values)
    })
    return () => subscription.unsubscribe()
  }, [form])
}
