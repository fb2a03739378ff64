import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/**
 * Whether the photo is open, as the browser's history says: opening adds an entry, so that Back, Escape and the close button all
 * close it and stay on the page, and none of them leaves an entry behind. `false` twice goes back once.
 */
export function useHistoryDialog(): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const router = useRouter()
  const isOpen = useRouterState({ select: ({ location }) => location.state.isPhotoOpen === true })
  const isClosing = useRef(false)
  useEffect(() => {
    if (!isOpen) isClosing.current = false
  }, [isOpen])
  const setOpen = (next: boolean) => {
    if (next) {
      void router.navigate({
        to: '.',
        search: true,
        state: (before) => ({ ...before, isPhotoOpen: true }),
        resetScroll: false,
      })
      return
    }
    if (!isOpen || isClosing.current) return
    isClosing.current = true
    router.history.back()
  }
  return [isOpen, setOpen]
}
