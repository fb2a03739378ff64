import { ApiError } from '@/server/http/api-error'
import type { AppParts, Handlers } from '@/server/http/handlers'
import { readPage } from '@/server/http/paging'
import { countByRole, findUser, listUsers } from './store'

/** Who is registered, for administrators. */
export function userHandlers({ db }: AppParts): Pick<Handlers, 'listUsers' | 'countUsers' | 'getUser'> {
  return {
    listUsers: ({ query }) => readPage(query, (slice) => listUsers(db, slice)),
    countUsers: () => countByRole(db),
    getUser: async ({ params }) => {
      const user = await findUser(db, params.id)
      if (user === undefined) throw new ApiError('NOT_FOUND')
      return user
    },
  }
}
