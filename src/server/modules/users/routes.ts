import { ApiError } from '@/server/http/errors/api-error'
import type { AppDeps, Handlers } from '@/server/http/routing/handlers'
import { readPage } from '@/server/http/routing/paging'
import { changeRole, endUserSessions, reinstateUser, suspendUser } from './change-user'
import { countByRole, findUser, listUsers } from './store'

type UserHandlers = Pick<
  Handlers,
  'listUsers' | 'countUsers' | 'getUser' | 'changeRole' | 'suspendUser' | 'reinstateUser' | 'endUserSessions'
>

/** The handlers for administrators' work on accounts. */
export function userHandlers({
  db,
  notifyWorkers,
  responses,
  photoAccess,
  securityLog,
}: AppDeps): UserHandlers {
  // A page and events show an organiser while the account may sign in.
  const clearCaches = () => {
    responses.clear()
    photoAccess.clear()
  }
  return {
    listUsers: ({ query }) => readPage(query, (slice) => listUsers(db, query.search, slice)),

    countUsers: () => countByRole(db),

    getUser: async ({ params }) => {
      const user = await findUser(db, params.id)
      if (user === undefined) throw new ApiError('NOT_FOUND')
      return user
    },

    changeRole: async ({ params: { id }, body: { role }, ...call }) => {
      const { user, hasChanged } = await db.transaction((tx) => changeRole(tx, call, id, role))
      const facts = { accountId: id, administratorId: call.currentUser.id, role }
      if (hasChanged) securityLog.record('role.changed', call.source, facts)
      return user
    },

    suspendUser: async ({ params: { id }, ...call }) => {
      const { user, hasChanged } = await db.transaction((tx) => suspendUser(tx, call, id))
      clearCaches()
      notifyWorkers()
      const facts = { accountId: id, administratorId: call.currentUser.id }
      if (hasChanged) securityLog.record('account.suspended', call.source, facts)
      return user
    },

    reinstateUser: async ({ params: { id }, ...call }) => {
      const { user, hasChanged } = await db.transaction((tx) => reinstateUser(tx, call, id))
      clearCaches()
      notifyWorkers()
      const facts = { accountId: id, administratorId: call.currentUser.id }
      if (hasChanged) securityLog.record('account.reinstated', call.source, facts)
      return user
    },

    endUserSessions: async ({ params: { id }, ...call }) => {
      const ended = await db.transaction((tx) => endUserSessions(tx, call, id))
      const facts = { accountId: id, administratorId: call.currentUser.id, reason: 'by an administrator' }
      if (ended > 0) securityLog.record('session.ended', call.source, facts)
      return { ended }
    },
  }
}
