import { useCallback, useEffect, useRef, useState } from 'react'
import type { ComponentType } from 'react'

/**
 * Lazy loading on intent (pointer or focus near). Unlike with `React.lazy`, the page renders its own light placeholder until the part is
 * loaded, and a chunk that fails to load throws nothing; the next intent tries again. `load` must be stable.
 */
export function useLazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  const [Part, setPart] = useState<ComponentType<Props>>()
  const pending = useRef(false)
  const isUnmounted = useRef(false)
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
      if (!isUnmounted.current) setPart(() => part)
    }
    fetchPart().catch(() => {
      pending.current = false
    })
  }, [load])
  return { Part, request }
}
