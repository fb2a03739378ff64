import { useCallback, useEffect, useRef, useState } from 'react'
import type { ComponentType } from 'react'

/**
 * A heavy part that is fetched on intent. Not `React.lazy`: until the part is there the page shows its own light
 * stand-in, and a chunk that cannot be had takes nothing down; the next intent tries again. `load` is one function for ever.
 */
export function useLazyPart<Props>(load: () => Promise<ComponentType<Props>>, onArrival?: () => void) {
  const [Part, setPart] = useState<ComponentType<Props>>()
  const arrival = useRef(onArrival)
  const pending = useRef(false)
  const isUnmounted = useRef(false)
  useEffect(() => {
    arrival.current = onArrival
  })
  useEffect(() => {
    isUnmounted.current = false
    return () => {
      isUnmounted.current = true
    }
  }, [])
  const request = useCallback(() => {
    if (pending.current) return
    pending.current = true
    const fetchPart = async () => {
      const part = await load()
      if (isUnmounted.current) return
      arrival.current?.()
      setPart(() => part)
    }
    fetchPart().catch(() => {
      pending.current = false
    })
  }, [load])
  return { Part, request }
}
