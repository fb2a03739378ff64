import { recordActivity } from '@/server/platform/database/accounts/activities'
import { atSeconds } from '@/server/platform/database/client'
import { ApiError } from '@/server/http/errors/api-error'
import type { AppDeps, Handlers } from '@/server/http/routing/handlers'
import {
  countContactForms,
  deleteContactForm,
  listContactForms,
  setDoneAt,
  storeSupportMessage,
} from './store'

type ContactFormHandlers = Pick<
  Handlers,
  'sendSupportMessage' | 'listContactForms' | 'countContactForms' | 'setContactFormDone' | 'deleteContactForm'
>

export function contactFormHandlers({ db, securityLog, notifyWorkers }: AppDeps): ContactFormHandlers {
  return {
    sendSupportMessage: async ({ body, locale, nowSeconds }, once) => {
      const stored = await once((tx) => storeSupportMessage(tx, body, { locale, nowSeconds }))
      notifyWorkers()
      return stored
    },

    listContactForms: ({ query }) => listContactForms(db, query),

    countContactForms: () => countContactForms(db),

    setContactFormDone: (request) =>
      db.transaction(async (tx) => {
        const { id } = request.params
        const doneAt = request.body.is_done ? atSeconds(request.nowSeconds) : null
        const stored = await setDoneAt(tx, id, doneAt)
        if (stored === undefined) throw new ApiError('NOT_FOUND')
        const action = request.body.is_done ? 'contact-form.done' : 'contact-form.reopened'
        if (stored.hasChanged) await recordActivity(tx, request, action, [{ id, label: stored.form.topic }])
        return stored.form
      }),

    deleteContactForm: async (request) => {
      const { id } = request.params
      await db.transaction(async (tx) => {
        const topic = await deleteContactForm(tx, id)
        if (topic === undefined) throw new ApiError('NOT_FOUND')
        await recordActivity(tx, request, 'contact-form.deleted', [{ id, label: topic }])
      })
      const facts = { accountId: request.currentUser.id, ids: [id] }
      securityLog.record('support-message.deleted', request.source, facts)
      return {}
    },
  }
}
