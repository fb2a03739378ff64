import { ApiError } from '@/server/http/api-error'
import type { AppParts, Handlers } from '@/server/http/handlers'
import { countByStatus, findBackOfficeEvent, listBackOfficeEvents } from './back-office-events'
import { listEvents } from './list-events'
import { readProgramme } from './programme'
import { readEvent } from './read-event'
import { reviewEvent } from './review-event'
import { judgeSubmission, storeSubmission } from './submit-event'

/** More than there are tags; bounds the query. */
const MAX_FILTER_TAGS = 50

type EventHandlers = Pick<
  Handlers,
  | 'listEvents'
  | 'listProgramme'
  | 'getEvent'
  | 'submitEvent'
  | 'listBackOfficeEvents'
  | 'countBackOfficeEvents'
  | 'getBackOfficeEvent'
  | 'reviewEvent'
>

/** The programme, submissions and their review. */
export function eventHandlers({ db, photos, answers, wakeJobs }: AppParts): EventHandlers {
  return {
    listEvents: ({ query, ...call }) =>
      listEvents(
        db,
        {
          from: query.start_date === undefined ? call.nowSeconds : readInstant(query.start_date),
          to: query.end_date === undefined ? undefined : readInstant(query.end_date),
          tagKeys: tagKeysOf(query.tags),
          ...slice(query),
        },
        call,
      ),

    listProgramme: ({ query, ...call }) => readProgramme(db, query.since, call),

    getEvent: ({ params, ...call }) => readEvent(db, params.id, call),

    submitEvent: async ({ body, caller, locale, nowSeconds }, once) => {
      const { tagIds, photo } = await judgeSubmission(db, photos, body, nowSeconds)
      let stored = false
      try {
        const answer = await once((tx) =>
          storeSubmission(tx, body, { tagIds, photo, caller, locale, nowSeconds }),
        )
        stored = true
        wakeJobs()
        return answer
      } finally {
        await photo?.settle(stored)
      }
    },

    listBackOfficeEvents: ({ query, ...call }) =>
      listBackOfficeEvents(
        db,
        { status: query.status, userId: query.user_id, tagKeys: tagKeysOf(query.tags), ...slice(query) },
        call,
      ),

    countBackOfficeEvents: () => countByStatus(db),

    getBackOfficeEvent: ({ params, ...call }) => backOfficeEvent(params.id, call),

    reviewEvent: async ({ params, body, ...call }) => {
      await db.transaction((tx) => reviewEvent(tx, params.id, { ...body, reason: body.reason, ...call }))
      answers.drop()
      wakeJobs()
      return backOfficeEvent(params.id, call)
    },
  }

  async function backOfficeEvent(id: string, call: { nowSeconds: number; origin: string }) {
    const event = await findBackOfficeEvent(db, id, call)
    if (event === undefined) throw new ApiError('NOT_FOUND')
    return event
  }
}

function slice({ page, per_page }: { page: number; per_page: number }) {
  return { offset: (page - 1) * per_page, limit: per_page }
}

/** Comma-joined keys (spec 7). */
function tagKeysOf(text: string | undefined): string[] {
  const keys = (text ?? '').split(',').map((key) => key.trim())
  return [...new Set(keys)].filter((key) => key !== '').slice(0, MAX_FILTER_TAGS)
}

function readInstant(isoText: string): number {
  return Math.floor(Temporal.Instant.from(isoText).epochMilliseconds / 1000)
}
