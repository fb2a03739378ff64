import { nextWeekMail } from '@/domain/time/week-mail-time'
import { ApiError, validationFailed } from '@/server/http/errors/api-error'
import type { AppDeps, Handlers } from '@/server/http/routing/handlers'
import { recordActivity } from '@/server/platform/database/accounts/activities'
import { addRequest, confirmRequest, endSubscription } from './subscriptions'
import { readWeekMail, storeLine } from './week-mail-overview'

type WeekMailHandlers = Pick<
  Handlers,
  'subscribeToWeek' | 'confirmWeek' | 'endWeek' | 'getWeekMail' | 'setWeekLine'
>

/** The week by mail (rules 2.17). */
export function weekMailHandlers({ db, weekLinks, securityLog, notifyWorkers }: AppDeps): WeekMailHandlers {
  return {
    subscribeToWeek: async ({ body, locale, nowSeconds }) => {
      const { email, tag_keys: tagKeys } = body
      await db.transaction((tx) => addRequest(tx, { email, tagKeys, locale, nowSeconds }))
      notifyWorkers()
      return {}
    },

    confirmWeek: async ({ body, nowSeconds }) => {
      const tagKeys = weekLinks.opens('confirm', body)
        ? await db.transaction((tx) => confirmRequest(tx, body.id, nowSeconds))
        : undefined
      if (tagKeys === undefined) throw new ApiError('NOT_FOUND')
      return { tag_keys: tagKeys }
    },

    endWeek: async ({ body, source }) => {
      if (!weekLinks.opens('stop', body)) throw new ApiError('NOT_FOUND')
      await endSubscription({ db, securityLog }, body.id, source)
      return {}
    },

    getWeekMail: ({ nowSeconds }) => readWeekMail(db, nowSeconds),

    setWeekLine: async (request) => {
      const { params, body, nowSeconds } = request
      if (params.week < nextWeekMail(nowSeconds).week)
        throw validationFailed([{ path: 'week', code: 'week_sent' }])
      await db.transaction(async (tx) => {
        const id = await storeLine(tx, params.week, body, nowSeconds)
        if (id === undefined) return
        const note = [body.en, body.pt].filter((line) => line !== '').join(' · ')
        const subject = { id, label: params.week, details: { note } }
        await recordActivity(tx, request, 'week-mail.line-set', [subject])
      })
      return {}
    },
  }
}
