import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { useSettled } from './use-settled'

/**
 * A part that no first paint waits for: its chunk is fetched when the page has settled, and until then, or when the
 * chunk does not arrive, its place is empty. Not `React.lazy`, which would take the page down with the chunk.
 */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return function Late(props: Props) {
    const isSettled = useSettled()
    const [Part, setPart] = useState<ComponentType<Props>>()
    useEffect(() => {
      if (!isSettled) return
      let isGone = false
      load()
        .then((part) => isGone || setPart(() => part))
        .catch(() => undefined)
      return () => {
        isGone = true
      }
    }, [isSettled])
    return Part ? <Part {...props} /> : null
  }
}
