import { readFacts } from '@/domain/events/facts/facts-filter'
import type { AppDeps, Handlers } from '@/server/http/routing/handlers'
import { pageSlice } from '@/server/http/routing/paging'
import { backOfficeEventHandlers } from './back-office/back-office-handlers'
import { proposalHandlers } from './back-office/proposal-handlers'
import { listEvents } from './list-events'
import { tagKeysOf } from './event-tags'
import { readProgramme } from './programme'
import { mailCountKey } from '@/server/jobs/mails/mail-limits'
import { manageHandlers } from './manage/manage-handlers'
import { organiserHandlers } from './organisers/organiser-handlers'
import { placeHandlers } from './places/place-handlers'
import { weekMailHandlers } from './week-mail/week-mail-handlers'
import { readEvent } from './read-event'
import { searchedWords } from './search-condition'
import { validateSubmission, storeSubmission } from './submit-event'

type EventHandlers = Pick<Handlers, 'listEvents' | 'listProgramme' | 'getEvent' | 'submitEvent'> &
  ReturnType<typeof backOfficeEventHandlers> &
  ReturnType<typeof proposalHandlers> &
  ReturnType<typeof manageHandlers> &
  ReturnType<typeof organiserHandlers> &
  ReturnType<typeof placeHandlers> &
  ReturnType<typeof weekMailHandlers>

/** The programme, submissions and their review. */
export function eventHandlers(deps: AppDeps): EventHandlers {
  const { db, photos, photoAccess, eventLinks, notifyWorkers, minFillMs, deriveKey } = deps
  const countKey = mailCountKey(deriveKey)
  return {
    listEvents: async ({ query, ...call }) =>
      listEvents(
        db,
        {
          from: query.start_date === undefined ? call.nowSeconds : readInstant(query.start_date),
          to: query.end_date === undefined ? undefined : readInstant(query.end_date),
          tagKeys: tagKeysOf(query.tags),
          words: await searchedWords(db, query.q),
          facts: readFacts(query),
          place: query.place,
          isEachDate: query.each === 'date' && query.end_date !== undefined,
          organiser: query.organiser,
          ...pageSlice(query),
        },
        call,
      ),

    listProgramme: ({ query, ...call }) => readProgramme(db, query.since, call),

    getEvent: ({ params: { id }, query: { token }, ...call }) =>
      readEvent(db, id, {
        ...call,
        photoAccess,
        hasLink: token !== undefined && eventLinks.opens(token, id, call.nowSeconds),
      }),

    submitEvent: async ({ body, currentUser, locale, nowSeconds, isKnownDevice, hasFormToken }, once) => {
      const sender = { isKnownDevice, hasFormToken, countKey }
      const photo = await validateSubmission(db, photos, body, { currentUser, nowSeconds, minFillMs })
      let stored = false
      try {
        const reply = await once((tx) =>
          storeSubmission(tx, body, { photo, currentUser, locale, nowSeconds, sender }),
        )
        stored = true
        notifyWorkers()
        return reply
      } finally {
        await photo?.settle(stored)
      }
    },

    ...backOfficeEventHandlers(deps),
    ...proposalHandlers(deps),
    ...manageHandlers(deps),
    ...organiserHandlers(deps),
    ...placeHandlers(deps),
    ...weekMailHandlers(deps),
  }
}

function readInstant(isoText: string): number {
  return Math.floor(Temporal.Instant.from(isoText).epochMilliseconds / 1000)
}
