import { useEffect, useRef } from 'react'

/** As far as a TanStack form is read here. */
interface ChangingForm<Values> {
  state: { values: Values }
  store: { subscribe: (listener: () => void) => { unsubscribe: () => void } }
}

/** Calls `onChange` whenever something in the form was changed, not when the form first appears. */
export function useFormChange<Values>(form: ChangingForm<Values>, onChange: (values: Values) => void): void {
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
