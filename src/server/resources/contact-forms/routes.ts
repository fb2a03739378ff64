import type { AppParts, Handlers } from '@/server/http/handlers'
import { storeSupportMessage } from './store'

export function contactFormHandlers({ wakeJobs }: AppParts): Pick<Handlers, 'sendSupportMessage'> {
  return {
    sendSupportMessage: async ({ body, locale, nowSeconds }, once) => {
      const stored = await once((tx) => storeSupportMessage(tx, body, { locale, nowSeconds }))
      wakeJobs()
      return stored
    },
  }
}
