import { unwrap } from '@/client/shared/offline/call-failed'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import {
  changeRole,
  endUserSessions,
  reinstateUser,
  suspendUser,
} from '@/contract/back-office/back-office-people'
import type { BackOfficeUser } from '@/contract/back-office/back-office-people'
import * as m from '@/messages/compiled/messages.js'

type Person = Pick<BackOfficeUser, 'name' | 'email'>

/** Something that an administrator does to somebody's account: its sentences, and the call. */
export interface AccessChange {
  button: () => string
  /** The title of the confirmation, which names the person. */
  title: (person: Person) => string
  text: (person: Person) => string
  failed: () => string
  tone: 'primary' | 'danger'
  /** Sends it and gives the sentence of success. Throws `CallFailed`. */
  send: (user: BackOfficeUser) => Promise<string>
}

export const PROMOTE: AccessChange = {
  button: () => m.admin_people_promote(),
  title: ({ name }) => m.admin_people_promote_title({ name }),
  text: ({ email }) => m.admin_people_promote_text({ email }),
  failed: () => m.admin_people_promote_failed(),
  tone: 'primary',
  send: async ({ id, name }) => {
    const { api } = await loadOfflineClient()
    unwrap(await api.call(changeRole, { params: { id }, body: { role: 'ADMIN' } }))
    return m.admin_people_promoted({ name })
  },
}

export const DEMOTE: AccessChange = {
  button: () => m.admin_people_demote(),
  title: ({ name }) => m.admin_people_demote_title({ name }),
  text: ({ email }) => m.admin_people_demote_text({ email }),
  failed: () => m.admin_people_demote_failed(),
  tone: 'danger',
  send: async ({ id, name }) => {
    const { api } = await loadOfflineClient()
    unwrap(await api.call(changeRole, { params: { id }, body: { role: 'USER' } }))
    return m.admin_people_demoted({ name })
  },
}

export const SUSPEND: AccessChange = {
  button: () => m.admin_people_suspend(),
  title: ({ name }) => m.admin_people_suspend_title({ name }),
  text: ({ email }) => m.admin_people_suspend_text({ email }),
  failed: () => m.admin_people_suspend_failed(),
  tone: 'danger',
  send: async ({ id, name }) => {
    const { api } = await loadOfflineClient()
    unwrap(await api.call(suspendUser, { params: { id } }))
    return m.admin_people_suspend_done({ name })
  },
}

export const REINSTATE: AccessChange = {
  button: () => m.admin_people_reinstate(),
  title: ({ name }) => m.admin_people_reinstate_title({ name }),
  text: ({ email }) => m.admin_people_reinstate_text({ email }),
  failed: () => m.admin_people_reinstate_failed(),
  tone: 'primary',
  send: async ({ id, name }) => {
    const { api } = await loadOfflineClient()
    unwrap(await api.call(reinstateUser, { params: { id } }))
    return m.admin_people_reinstated({ name })
  },
}

export const END_SESSIONS: AccessChange = {
  button: () => m.admin_people_end_sessions(),
  title: ({ name }) => m.admin_people_end_sessions_title({ name }),
  text: ({ email }) => m.admin_people_end_sessions_text({ email }),
  failed: () => m.admin_people_end_sessions_failed(),
  tone: 'danger',
  send: async ({ id }) => {
    const { api } = await loadOfflineClient()
    const { ended } = unwrap(await api.call(endUserSessions, { params: { id } }))
    return ended === 0 ? m.admin_people_sessions_none() : m.admin_people_sessions_ended()
  },
}

/** The same for oneself: this session stays. */
export const END_OWN_SESSIONS: AccessChange = {
  ...END_SESSIONS,
  button: () => m.admin_people_end_sessions_own(),
  title: () => m.admin_people_end_sessions_own_title(),
  text: () => m.admin_people_end_sessions_own_text(),
}
