import { ApiError } from '@/server/http/api-error'
import type { AppParts, Handlers } from '@/server/http/handlers'
import { deleteSupportMessage, listSupportMessages, storeSupportMessage } from './store'

type ContactFormHandlers = Pick<Handlers, 'sendSupportMessage' | 'listContactForms' | 'deleteContactForm'>

export function contactFormHandlers({ db, securityLog, notifyWorkers }: AppParts): ContactFormHandlers {
  return {
    sendSupportMessage: async ({ body, locale, nowSeconds }, once) => {
      const stored = await once((tx) => storeSupportMessage(tx, body, { locale, nowSeconds }))
      notifyWorkers()
      return stored
    },

    listContactForms: async () => ({ items: await listSupportMessages(db) }),

    deleteContactForm: async ({ params, currentUser, source }) => {
      if (!(await deleteSupportMessage(db, params.id))) throw new ApiError('NOT_FOUND')
      securityLog.record('support-message.deleted', source, { accountId: currentUser.id, ids: [params.id] })
      return {}
    },
  }
}
