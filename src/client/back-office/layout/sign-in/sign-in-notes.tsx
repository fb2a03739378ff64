import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { Banner } from '@/client/design-system/banner'
import * as m from '@/messages/compiled/messages.js'

/** For the login: why one is there, when the session has ended without being asked to. */
export function SessionOverNote() {
  const isSessionOver = useLocation({ select: ({ state }) => state.isSessionOver })
  if (!isSessionOver) return null
  return (
    <Banner tone="warning" role="alert">
      {m.sign_in_session_over()}
    </Banner>
  )
}

/** For who has just signed in where nothing can be stored: the session ends with the page. */
export function SessionOnlyNote() {
  const [isSessionOnly, setSessionOnly] = useState(false)
  useEffect(() => {
    const look = async () => setSessionOnly((await loadOfflineClient()).session.isInMemory())
    // Without the client nobody is signed in here.
    look().catch(() => undefined)
  }, [])
  if (!isSessionOnly) return null
  return (
    <Banner
      tone="warning"
      role="alert"
      title={m.sign_in_session_only_title()}
      closeLabel={m.admin_close()}
      onClose={() => setSessionOnly(false)}
    >
      {m.sign_in_session_only_text()}
    </Banner>
  )
}
