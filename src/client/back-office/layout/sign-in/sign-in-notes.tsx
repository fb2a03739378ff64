import { useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { Banner } from '@/client/design-system/banner'
import * as m from '@/messages/compiled/messages.js'

/** The note on the login page when a session has ended by itself. */
export function SessionOverNote() {
  const isSessionOver = useLocation({ select: ({ state }) => state.isSessionOver })
  if (!isSessionOver) return null
  return (
    <Banner tone="warning" role="alert">
      {m.sign_in_session_over()}
    </Banner>
  )
}

/** The note for somebody who has signed in where nothing can be stored: the session ends with the page. */
export function SessionOnlyNote() {
  const [isSessionOnly, setSessionOnly] = useState(false)
  useEffect(() => {
    const check = async () => setSessionOnly((await loadOfflineClient()).session.isInMemory())
    // Nobody is signed in here when the client cannot be loaded.
    check().catch(() => undefined)
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
