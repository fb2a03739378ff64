import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { locationName } from '@/domain/places/place'
import { slugOf } from '@/domain/text/plain-text'
import { villageDate } from '@/domain/time/village-time'
import { storeEvent } from '@/server/platform/database/events/event-dates'
import { atSeconds, type Database, type Queryable } from '@/server/platform/database/client'
import { nextChange } from '@/server/platform/database/events/change-log'
import { hasTagsOrEvents, storeStartingTags } from '@/server/platform/database/events/starting-tags'
import { organisers, users } from '@/server/platform/database/schema'
import { GAZETTEER } from '@/site/places'
import { SITE } from '@/site/site'
import { EVENT_STATUSES } from '@/domain/events/event'
import { eventCreationSchema, infoLinkSchema } from '@/domain/submissions/submission'
import type { Timetable } from '@/domain/timetables/timetable'
import demo from '@/site/demo.json' with { type: 'json' }

/** Nobody can sign in to the account: it has no password, and its address no mailbox. */
export const DEMO_ORGANISER_EMAIL = 'mare-viva@guide.example'

const SUBMISSION_EVERY_SECONDS = 5 * 3600
/**
 * Fills an empty database with a believable programme for the next 90 days. The same day gives the
 * same programme. Does nothing when there are tags or events already.
 */
export async function loadDemo(db: Database, nowSeconds: number): Promise<void> {
  if (await hasTagsOrEvents(db)) return
  const { organiser, events } = readDemo()
  await db.transaction(async (tx) => {
    const tagIds = await storeStartingTags(tx)
    const changeSeq = await nextChange(tx)
    const organiserId = await storeOrganiser(tx, organiser, nowSeconds)
    for (const [index, event] of events.entries()) {
      const { place, when, isByOrganiser, status = 'PUBLISHED', reason, ...written } = event
      const known = GAZETTEER.find(({ name }) => name === place)
      if (known === undefined) throw new Error(`${place} is not in the gazetteer`)
      const createdAt = atSeconds(nowSeconds - (index + 1) * SUBMISSION_EVERY_SECONDS)
      const content = {
        ...written,
        location_name: locationName({ displayName: known.name, formattedAddress: known.address }),
        latitude: known.latitude,
        longitude: known.longitude,
        timetable: demoTimetable(when, villageDate(nowSeconds)),
      }
      await storeEvent(tx, content, {
        email: SITE.contactMailbox,
        locale: 'en',
        userId: isByOrganiser ? organiserId : null,
        status,
        reviewedAt: status === 'ON_REVIEW' ? null : createdAt,
        reviewReason: reason ?? null,
        changeSeq: status === 'PUBLISHED' ? changeSeq : 0,
        createdAt,
        updatedAt: createdAt,
        tagIds: written.tag_keys.map((key) => tagIds.get(key) ?? ''),
        nowSeconds,
      })
    }
  })
}

/** Stores the account that the demonstration shows as an organiser, and returns its id. */
async function storeOrganiser(
  tx: Queryable,
  { name, texts, links }: ReturnType<typeof readDemo>['organiser'],
  nowSeconds: number,
): Promise<string> {
  const at = { createdAt: atSeconds(nowSeconds), updatedAt: atSeconds(nowSeconds) }
  const userId = randomUUID()
  await tx.insert(users).values({ id: userId, email: DEMO_ORGANISER_EMAIL, name, ...at })
  await tx.insert(organisers).values({
    id: randomUUID(),
    userId,
    slug: slugOf(name),
    name,
    texts,
    links,
    ...at,
  })
  return userId
}

/** The number of a weekday on the wire (rules 3) is its place. */
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

/** `HH:mm`; without hours it is all day, and an end that is not after its start is on the next day. */
const hours = { from: z.optional(z.string()), until: z.optional(z.string()) }

/**
 * Days are counted from the one on which the demonstration is loaded, so that it is always about the coming weeks: `+3`, `-10`;
 * `fri` is the next Friday after that day, `fri+2` the one two weeks later.
 */
const whenSchema = z.union([
  /** Begins on these days, and goes on for so many days. */
  z.strictObject({ on: z.array(z.string()), days: z.optional(z.int()), ...hours }),
  /** Each week on these days. */
  z.strictObject({ every: z.array(z.enum(WEEKDAYS)), first: z.string(), last: z.string(), ...hours }),
])

const demoProgrammeWritten = z.omit(eventCreationSchema, {
  location_name: true,
  latitude: true,
  longitude: true,
  timetable: true,
  photo: true,
  photo_of: true,
})
const eventSchema = z.extend(demoProgrammeWritten, {
  /** A name of the gazetteer. */
  place: z.string(),
  when: whenSchema,
  isByOrganiser: z.optional(z.boolean()),
  /** It is published unless it says otherwise. */
  status: z.optional(z.enum(EVENT_STATUSES)),
  /** The reason of a rejection. */
  reason: z.optional(z.string()),
})
type DemoEvent = z.infer<typeof eventSchema>

const programmeSchema = z.strictObject({
  organiser: z.strictObject({
    name: z.string(),
    texts: z.record(z.string(), z.string()),
    links: z.array(infoLinkSchema),
  }),
  events: z.array(eventSchema),
})

/** The demonstration of this village: it is read when it is needed, once in the life of an installation. */
export const readDemo = () => programmeSchema.parse(demo)

/** The timetable of an event of the demonstration that is loaded today. */
export function demoTimetable(when: DemoEvent['when'], today: Temporal.PlainDate): Timetable {
  const { from, until } = when
  const is_all_day = from === undefined || until === undefined
  if ('every' in when) {
    const [start_hour, start_minute] = clock(from)
    const [end_hour, end_minute] = clock(until)
    return {
      repeated: {
        days: when.every.map((weekday) => WEEKDAYS.indexOf(weekday)),
        ...(!is_all_day && { start_hour, start_minute, end_hour, end_minute }),
        period_start_date: dayOf(when.first, today).toString(),
        period_end_date: dayOf(when.last, today).toString(),
        is_all_day,
      },
    }
  }
  const { days = 1 } = when
  const starts = when.on.map((day) => dayOf(day, today))
  if (is_all_day)
    return {
      list: starts.map((first) => ({
        start_time: first.toString(),
        end_time: first.add({ days: days - 1 }).toString(),
        is_all_day,
      })),
    }
  return {
    list: starts
      .flatMap((first) => Array.from({ length: days }, (_, n) => first.add({ days: n })))
      .map((date) => ({
        start_time: `${date} ${from}:00`,
        end_time: `${until > from ? date : date.add({ days: 1 })} ${until}:00`,
        is_all_day,
      })),
  }
}

const clock = (time = '') => time.split(':').map(Number)

function dayOf(text: string, today: Temporal.PlainDate): Temporal.PlainDate {
  const weekday = WEEKDAYS.findIndex((name) => text.startsWith(name))
  if (weekday === -1) return today.add({ days: Number(text) })
  const toNext = ((weekday - (today.dayOfWeek % 7) + 6) % 7) + 1
  return today.add({ days: toNext + 7 * Number(text.slice(3)) })
}
