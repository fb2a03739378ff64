/**
 * `npm run fill -- [--events 500] [--users 200] [--photos 24]`: adds that many events in all statuses, half of them with one of
 * so many photos, and people, to the app that runs on `DATA_DIR` (default `data`): for looking at and measuring. The same numbers add the
 * same texts. Never for a real guide.
 */
import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import type { EventStatus } from '@/domain/events/event'
import { locationName } from '@/domain/places/place'
import { randomFrom } from '@/domain/posters/poster'
import { ensureTemporal, villageDate } from '@/domain/time/village-time'
import { demoTimetable } from '@/server/demo/load-demo'
import { atSeconds, connect, type Queryable } from '@/server/platform/database/client'
import { findRunningEngine } from '@/server/platform/database/engine/start-engine'
import { nextChange } from '@/server/platform/database/events/change-log'
import { materialise, scheduleRows } from '@/server/platform/database/events/event-dates'
import { eventTags, events, schedules, tags, users } from '@/server/platform/database/schema'
import { renderPhoto } from '@/server/platform/photos/pipeline'
import { openPhotoStore } from '@/server/platform/photos/stores/s3-store'
import type { StoredPhoto } from '@/server/platform/photos/stores/store'
import { GAZETTEER } from '@/site/places'

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '500' },
    users: { type: 'string', default: '200' },
    photos: { type: 'string', default: '24' },
  },
})
const dataDir = process.env.DATA_DIR ?? 'data'
const connection = await findRunningEngine(dataDir)
if (connection === undefined) throw new Error(`no guide runs on ${dataDir}: start it first (npm start)`)
await ensureTemporal()

/** Rows of one statement: PostgreSQL takes 65,535 parameters. */
const ROWS_AT_A_TIME = 1000
const PARAGRAPH = 'Three bands from the village play on the beach until the sun is gone. '
const KINDS = ['Fado', 'Surf', 'Yoga', 'Market', 'Cinema', 'Jazz', 'Sunset', 'Pottery', 'Chess'] as const
const SHAPES = ['night', 'workshop', 'for beginners', 'with friends', 'by the sea', 'brunch'] as const
const FIRST_NAMES = ['Ana', 'Rui', 'Zoë', 'João', 'Inês', 'Tiago', 'Marta', 'Luís'] as const
const LAST_NAMES = ['Reis', 'Ondas', 'Marques', 'da Conceição', 'Vaz', 'Pires'] as const
/** Three in ten wait, one in ten was refused. */
const STATUSES: readonly [EventStatus, ...EventStatus[]] = [
  ...(['ON_REVIEW', 'ON_REVIEW', 'ON_REVIEW', 'REJECTED'] as const),
  ...(['PUBLISHED', 'PUBLISHED', 'PUBLISHED', 'PUBLISHED', 'PUBLISHED', 'PUBLISHED'] as const),
]

const random = randomFrom(1)
const nowSeconds = Math.floor(Date.now() / 1000)
const { pool, db } = connect(connection, { error: (_, text) => process.stderr.write(`${text}\n`) })
try {
  const photos = await storePhotos(Number(values.photos))
  const people: string[] = []
  for (const numbers of batches(Number(values.users))) people.push(...(await addPeople(db, numbers)))
  for (const numbers of batches(Number(values.events)))
    await db.transaction((tx) => addEvents(tx, numbers, people, photos))
  await db.execute(sql`vacuum analyze`)
  process.stdout.write(`Added ${values.events} events and ${values.users} people.\n`)
} finally {
  await pool.end()
}

function batches(count: number): number[][] {
  const numbers = Array.from({ length: count }, (_, number) => number)
  return Array.from({ length: Math.ceil(count / ROWS_AT_A_TIME) }, (_, batch) =>
    numbers.slice(batch * ROWS_AT_A_TIME, (batch + 1) * ROWS_AT_A_TIME),
  )
}

async function addPeople(tx: Queryable, numbers: readonly number[]): Promise<string[]> {
  const people = numbers.map((number) => ({
    id: randomUUID(),
    email: `${randomUUID()}@example.com`,
    name: `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`,
    createdAt: atSeconds(nowSeconds - number * 7200),
  }))
  await tx.insert(users).values(people)
  return people.map(({ id }) => id)
}

async function addEvents(
  tx: Queryable,
  numbers: readonly number[],
  people: readonly string[],
  photos: readonly StoredPhoto[],
): Promise<void> {
  const changeSeq = await nextChange(tx)
  const tagIds = (await tx.select({ id: tags.id }).from(tags)).map(({ id }) => id)
  const today = villageDate(nowSeconds)
  const rows = numbers.map((number) => {
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
    const event = {
      id,
      title: `${random.pick(KINDS)} ${random.pick(SHAPES)} no. ${number + 1}`,
      description: PARAGRAPH.repeat(random.between(1, 8)).trim(),
      status,
      email: `submitter-${number}@example.com`,
      userId: number % 3 === 0 ? (people[number % Math.max(1, people.length)] ?? null) : null,
      locationName: locationName({ displayName: place.name, formattedAddress: place.address }),
      latitude: place.latitude,
      longitude: place.longitude,
      priceCents: random.between(0, 60) * 50,
      timetable,
      materialisedUntil: until === null ? null : atSeconds(until),
      ...(photo && { photo }),
      reviewedAt: status === 'ON_REVIEW' ? null : createdAt,
      changeSeq: status === 'PUBLISHED' ? changeSeq : 0,
      createdAt,
      updatedAt: createdAt,
    }
    return { event, tagId: tagIds[number % tagIds.length], occurrences: scheduleRows(id, occurrences) }
  })
  await tx.insert(events).values(rows.map(({ event }) => event))
  const tagged = rows.flatMap(({ event, tagId }) =>
    tagId === undefined ? [] : [{ eventId: event.id, tagId }],
  )
  if (tagged.length > 0) await tx.insert(eventTags).values(tagged)
  const occurrences = rows.flatMap((row) => row.occurrences)
  for (let at = 0; at < occurrences.length; at += ROWS_AT_A_TIME)
    await tx.insert(schedules).values(occurrences.slice(at, at + ROWS_AT_A_TIME))
}

/** Different photos, through the real pipeline: a sky, a sea and a crowd of dots. */
async function storePhotos(count: number): Promise<StoredPhoto[]> {
  const { photos } = await openPhotoStore({ dataDir, photoBucket: undefined, log: console })
  const stored: StoredPhoto[] = []
  for (let number = 0; number < count; number += 1) {
    const hue = random.between(0, 359)
    const dots = Array.from({ length: 60 }, () => {
      const [x, y, radius] = [random.between(0, 1600), random.between(0, 1200), random.between(8, 90)]
      return `<circle cx="${x}" cy="${y}" r="${radius}" fill="hsl(${random.between(0, 359)} 60% 50% / 0.6)"/>`
    })
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200">
      <rect width="100%" height="100%" fill="hsl(${hue} 50% 75%)"/>
      <rect y="720" width="100%" height="40%" fill="hsl(${(hue + 200) % 360} 45% 35%)"/>${dots.join('')}</svg>`
    const rendered = await renderPhoto(await sharp(Buffer.from(svg)).flatten().jpeg().toBuffer())
    if (!rendered.ok) throw new Error(`a photo could not be rendered: ${rendered.code}`)
    stored.push(await photos.put(rendered.photo))
  }
  return stored
}
