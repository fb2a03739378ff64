import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { EventStatus } from '../../src/domain/events/event'
import { locationName, placeSlug } from '@/domain/places/place'
import type { SeededRandom } from '@/domain/posters/poster'
import { SUPPORT_TOPICS } from '../../src/domain/support/support-message'
import { GAZETTEER } from '../../src/site/places'
import { atSeconds, type Database, type Queryable } from '../../src/server/platform/database/client'
import { nextChange } from '../../src/server/platform/database/events/change-log'
import { villageDate } from '../../src/domain/time/village-time'
import { demoTimetable } from '@/server/demo/load-demo'
import { materialise, scheduleRows } from '@/server/platform/database/events/event-dates'
import { storedPhoto } from '@/server/platform/database/events/event-content'
import {
  contactForms,
  devices,
  eventTags,
  events,
  notifications,
  schedules,
  tags,
  users,
} from '../../src/server/platform/database/schema'
import type { StoredPhoto } from '../../src/server/platform/photos/stores/store'

export interface FillSize {
  events: number
  users: number
}

interface Sources {
  photos: readonly StoredPhoto[]
  random: SeededRandom
  nowSeconds: number
}

/** Rows of one statement: PostgreSQL takes 65,535 parameters. */
const ROWS_AT_A_TIME = 1000
const KINDS = [
  'Fado',
  'Surf',
  'Yoga',
  'Market',
  'Cinema',
  'Jazz',
  'Sunset',
  'Pottery',
  'Chess',
  'Sardines',
] as const
const SHAPES = [
  'night',
  'workshop',
  'for beginners',
  'with friends',
  'by the sea',
  'marathon',
  'brunch',
] as const
const FIRST_NAMES = ['Ana', 'Rui', 'Zoë', 'João', 'Inês', 'Tiago', 'Marta', 'Luís', 'Sofia', 'Nuno'] as const
const LAST_NAMES = ['Reis', 'Ondas', 'Marques', 'da Conceição', 'Vaz', 'Pires', 'Lourenço', 'Sá'] as const
/** Three in ten wait, one in ten was refused. */
const STATUSES: readonly [EventStatus, ...EventStatus[]] = [
  ...(['ON_REVIEW', 'ON_REVIEW', 'ON_REVIEW'] as const),
  ...(['PUBLISHED', 'PUBLISHED', 'PUBLISHED', 'PUBLISHED', 'PUBLISHED', 'PUBLISHED'] as const),
  'REJECTED',
]
const PARAGRAPH = 'Three bands from the village play on the beach until the sun is gone. '

/** Adds people with devices, notifications and contact forms, and events in all statuses; every second one has a photo. */
export async function fillServer(
  db: Database,
  { events: eventCount, users: userCount }: FillSize,
  sources: Sources,
): Promise<void> {
  const userIds: string[] = []
  for (let from = 0; from < userCount; from += ROWS_AT_A_TIME)
    userIds.push(...(await addPeople(db, from, Math.min(ROWS_AT_A_TIME, userCount - from), sources)))
  for (let from = 0; from < eventCount; from += ROWS_AT_A_TIME)
    await db.transaction((tx) =>
      addEvents(tx, from, Math.min(ROWS_AT_A_TIME, eventCount - from), userIds, sources),
    )
  await db.execute(sql`vacuum analyze`)
}

async function addPeople(
  db: Database,
  from: number,
  count: number,
  { random, nowSeconds }: Sources,
): Promise<string[]> {
  const people = Array.from({ length: count }, (_, number) => ({
    id: randomUUID(),
    email: `${randomUUID()}@example.com`,
    firstName: random.pick(FIRST_NAMES),
    lastName: random.pick(LAST_NAMES),
    createdAt: atSeconds(nowSeconds - (from + number) * 7200),
  }))
  await db.insert(users).values(
    people.map(({ id, email, firstName, lastName, createdAt }) => ({
      id,
      email,
      name: `${firstName} ${lastName}`,
      createdAt,
    })),
  )
  await db.insert(devices).values(
    people.map(({ id, createdAt }) => ({
      id: randomUUID(),
      deviceId: randomUUID(),
      deviceToken: randomUUID().replaceAll('-', '').repeat(2),
      userId: id,
      createdAt,
    })),
  )
  await db.insert(notifications).values(
    people.map(({ id, createdAt }, number) => ({
      id: randomUUID(),
      userId: id,
      title: 'Your event was approved',
      body: `${random.pick(KINDS)} ${random.pick(SHAPES)} is in the guide now.`,
      data: { event_id: randomUUID(), number },
      createdAt,
    })),
  )
  await db.insert(contactForms).values(
    people.map(({ firstName, lastName, email, createdAt }) => ({
      id: randomUUID(),
      firstName,
      lastName,
      email,
      topic: random.pick(SUPPORT_TOPICS),
      message: PARAGRAPH.repeat(random.between(1, 12)).trim(),
      createdAt,
    })),
  )
  return people.map(({ id }) => id)
}

async function addEvents(
  tx: Queryable,
  from: number,
  count: number,
  userIds: readonly string[],
  { photos, random, nowSeconds }: Sources,
): Promise<void> {
  const changeSeq = await nextChange(tx)
  const tagIds = (await tx.select({ id: tags.id }).from(tags)).map(({ id }) => id)
  const today = villageDate(nowSeconds)
  const rows = Array.from({ length: count }, (_, index) => {
    const number = from + index
    const id = randomUUID()
    const status = random.pick(STATUSES)
    const place = GAZETTEER[random.between(0, GAZETTEER.length - 1)] ?? GAZETTEER[0]
    if (place === undefined) throw new Error('no places')
    const first = `+${random.between(1, 85)}`
    const timetable = demoTimetable(
      number % 10 === 0
        ? { every: ['tue', 'sat'], from: '18:00', until: '20:00', first, last: '+200' }
        : { on: [first], from: '19:00', until: '22:30' },
      today,
    )
    const { schedules: occurrences, until } = materialise(timetable, nowSeconds)
    const photo = number % 2 === 0 ? photos[random.between(0, photos.length - 1)] : undefined
    // The seconds are distinct: the order of the list is known.
    const createdAt = atSeconds(nowSeconds - (number + 1) * 60)
    return {
      event: {
        id,
        title: `${random.pick(KINDS)} ${random.pick(SHAPES)} no. ${number + 1}`,
        description: PARAGRAPH.repeat(random.between(1, 8)).trim(),
        status,
        email: `submitter-${number}@example.com`,
        userId: number % 3 === 0 ? (userIds[number % Math.max(1, userIds.length)] ?? null) : null,
        locationName: locationName({ displayName: place.name, formattedAddress: place.address }),
        placeSlug: placeSlug(place.name),
        latitude: place.latitude,
        longitude: place.longitude,
        priceCents: random.between(0, 60) * 50,
        timetable,
        materialisedUntil: until === null ? null : atSeconds(until),
        ...(photo && { photo: storedPhoto(photo) }),
        reviewedAt: status === 'ON_REVIEW' ? null : createdAt,
        changeSeq: status === 'PUBLISHED' ? changeSeq : 0,
        createdAt,
        updatedAt: createdAt,
      },
      occurrences: scheduleRows(id, occurrences),
    }
  })
  await tx.insert(events).values(rows.map(({ event }) => event))
  if (tagIds.length > 0)
    await tx
      .insert(eventTags)
      .values(
        rows.map(({ event }, index) => ({ eventId: event.id, tagId: tagIds[index % tagIds.length] ?? '' })),
      )
  const occurrences = rows.flatMap((row) => row.occurrences)
  for (let at = 0; at < occurrences.length; at += ROWS_AT_A_TIME)
    await tx.insert(schedules).values(occurrences.slice(at, at + ROWS_AT_A_TIME))
}
