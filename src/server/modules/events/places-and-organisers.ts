import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { recordActivity } from '@/server/platform/database/accounts/activities'
import { ApiError, firstOf, orNotFound, validationFailed } from '@/server/http/errors/errors'
import type { AppDeps, Handlers } from '@/server/http/routing/routes-from-contract'
import type { StoredPhoto } from '@/server/platform/photos/stores/store'
import { textFor, type OrganiserWrite } from '@/domain/organisers/organiser'
import { slugOf } from '@/domain/text/plain-text'
import { atSeconds, type Queryable } from '@/server/platform/database/client'
import { announceEvents } from '@/server/platform/database/events/change-log'
import { events, organisers, users } from '@/server/platform/database/schema'
import type { BackOfficeOrganiser } from '@/contract/back-office/back-office-people'
import type { CountedPlace } from '@/contract/back-office/back-office-tags'
import type { PublicOrganiser, PublicPlace } from '@/contract/events/events'
import { placeOf, placeSlug, type StoredPlace } from '@/domain/places/place'
import { photoOf, uploadPhoto, type Reader } from './event-shape'
import { ORGANISER_COLUMNS, type StoredOrganiser } from '@/server/platform/database/events/stored-events'

export function organiserHandlers({ db, programme, photos, photoAccess }: AppDeps) {
  const ofUser = (id: string, origin: string) => organiserOfUser(db, id, origin, photoAccess.query)
  return {
    getOrganiser: async ({ params: { slug }, ...reader }) =>
      publicOrganiser(orNotFound((await programme.current()).organisers.get(slug)), reader),

    getUserOrganiser: async ({ params, origin }) => ({
      organiser: (await ofUser(params.id, origin)) ?? null,
    }),

    setUserOrganiser: async ({ params: { id }, body, ...call }) => {
      const photo = await uploadPhoto(photos, body.photo)
      await db.transaction(async (tx) => {
        const isNew = await storeOrganiser(tx, id, body, { photo, nowSeconds: call.nowSeconds })
        const action = isNew ? 'organiser.marked' : 'organiser.edited'
        await recordActivity(tx, call, action, [{ id, label: body.name }])
      })
      return orNotFound(await ofUser(id, call.origin))
    },

    removeUserOrganiser: async ({ params: { id }, ...call }) => {
      await db.transaction(async (tx) => {
        await announceEvents(tx, eq(events.userId, id))
        await lockUser(tx, id)
        const { name } = firstOf(await tx.delete(organisers).where(eq(organisers.userId, id)).returning())
        await recordActivity(tx, call, 'organiser.removed', [{ id, label: name }])
      })
      return {}
    },
  } satisfies Partial<Handlers>
}

/**
 * Marks an account as an organiser (true), or stores an edit of its page; under another name its events go to all replicas again. Throws NOT_FOUND without
 * such an account, CONFLICT when somebody else was first, and VALIDATION_FAILED where another organiser has the address.
 */
async function storeOrganiser(
  tx: Queryable,
  userId: string,
  write: OrganiserWrite,
  { photo, nowSeconds }: { photo: StoredPhoto | undefined; nowSeconds: number },
): Promise<boolean> {
  const [before] = await tx.select().from(organisers).where(eq(organisers.userId, userId))
  if (before?.name !== write.name) await announceEvents(tx, eq(events.userId, userId))
  await lockUser(tx, userId)
  const [known] = await tx.select().from(organisers).where(eq(organisers.userId, userId))
  if (write.revision !== known?.revision) throw new ApiError('CONFLICT')
  const content = {
    name: write.name,
    texts: write.texts,
    links: write.links,
    ...(photo ? { photo } : write.photo === null && { photo: null }),
    updatedAt: atSeconds(nowSeconds),
  }
  if (known === undefined) {
    const added = { id: randomUUID(), userId, slug: slugOf(write.name), createdAt: content.updatedAt }
    const stored = await tx
      .insert(organisers)
      .values({ ...added, ...content })
      .onConflictDoNothing({ target: organisers.slug })
      .returning()
    if (stored.length === 0) throw validationFailed([{ path: 'name', code: 'organiser_name_taken' }])
    return true
  }
  await tx
    .update(organisers)
    .set({ ...content, revision: known.revision + 1 })
    .where(eq(organisers.id, known.id))
  return false
}

/** Locks the account after the events, as the deletion of an account does. Throws NOT_FOUND without such an account. */
async function lockUser(tx: Queryable, id: string): Promise<void> {
  firstOf(await tx.select().from(users).where(eq(users.id, id)).for('no key update'))
}

function publicOrganiser(row: StoredOrganiser, { origin, locale }: Reader): PublicOrganiser {
  const text = textFor(row.texts, locale)
  return {
    slug: row.slug,
    name: row.name,
    ...(text && { text: text.text, text_locale: text.locale }),
    links: row.links,
    ...photoOf(row.photo, origin),
  }
}

/**
 * Finds the organiser that an account is marked as, also while it is suspended: the picture is then signed. Undefined without a mark.
 */
async function organiserOfUser(
  db: Queryable,
  userId: string,
  origin: string,
  photoQuery: (name: string | null, isPublic: boolean) => string,
): Promise<BackOfficeOrganiser | undefined> {
  const [row] = await db
    .select({ ...ORGANISER_COLUMNS, revision: organisers.revision, suspendedAt: users.suspendedAt })
    .from(organisers)
    .innerJoin(users, eq(users.id, organisers.userId))
    .where(eq(organisers.userId, userId))
  if (row === undefined) return undefined
  const { slug, name, texts, links, revision } = row
  const photo = photoOf(row.photo, origin, photoQuery(row.photo?.name ?? null, row.suspendedAt === null))
  return { slug, name, texts, links, ...photo, revision }
}

export function placeHandlers({ db, programme }: AppDeps) {
  return {
    getPlace: async ({ params: { slug } }) => orNotFound(await findPlace({ db, programme }, slug)),

    listBackOfficePlaces: async () => ({ items: await countedPlaces(db) }),

    mergePlace: (request) =>
      db.transaction(async (tx) => {
        const { params, body, nowSeconds } = request
        const { merged, into } = await mergePlace(tx, params.slug, body.into_slug, nowSeconds)
        const subject = { label: merged.location_name, details: { name: into.location_name } }
        await recordActivity(tx, request, 'place.merged', [{ id: randomUUID(), ...subject }])
        return into
      }),
  } satisfies Partial<Handlers>
}

/** A place has a few wordings; one that has more needs no others to choose from. */
const MAX_WORDINGS = 100

/** The place of published events, also of past ones, that has a slug. Undefined where nothing was ever on. */
export async function findPlace(
  deps: Pick<AppDeps, 'db' | 'programme'>,
  slug: string,
): Promise<PublicPlace | undefined> {
  const programme = await deps.programme.current()
  const there = [...programme.events.values()].filter((one) => placeSlug(one.location_name) === slug)
  const { locationName, latitude, longitude } = events
  const pastWordings = () =>
    deps.db
      .selectDistinct({ location_name: locationName, latitude, longitude })
      .from(events)
      .where(and(eq(events.placeSlug, slug), eq(events.status, 'PUBLISHED')))
      .limit(MAX_WORDINGS)
  const place = placeOf(there) ?? placeOf(await pastWordings())
  return place && { slug, ...place }
}

/** The places of all events, in any status, by name; a spelling without a Latin letter or a digit is no place. */
async function countedPlaces(db: Queryable): Promise<CountedPlace[]> {
  type Row = Pick<CountedPlace, 'slug' | 'count' | 'is_public'> & { wordings: StoredPlace[] }
  const { rows } = await db.execute<Row>(sql`
    select slug, sum(n)::int as count, bool_or(published) as is_public,
      json_agg(json_build_object('location_name', location_name, 'latitude', latitude, 'longitude', longitude)) as wordings
    from (
      select place_slug as slug, location_name, latitude, longitude, count(*) as n, bool_or(status = 'PUBLISHED') as published
      from events where place_slug <> '' group by 1, 2, 3, 4
    ) spelled group by slug`)
  return rows
    .flatMap(({ wordings, ...counted }) => {
      const place = placeOf(wordings)
      return place === undefined ? [] : [{ ...counted, ...place }]
    })
    .toSorted((a, b) => a.location_name.localeCompare(b.location_name))
}

/**
 * Gives the events of one spelling another place, also in replicas. Nobody is told: for who wants to go there nothing has changed. Throws
 * NOT_FOUND where nothing is at the first, VALIDATION_FAILED where nothing is at the second, or they are the same.
 */
async function mergePlace(
  tx: Queryable,
  slug: string,
  intoSlug: string,
  nowSeconds: number,
): Promise<{ merged: CountedPlace; into: CountedPlace }> {
  const isThere = eq(events.placeSlug, slug)
  await announceEvents(tx, isThere)
  const places = await countedPlaces(tx)
  const placeAt = (wanted: string) => places.find((place) => place.slug === wanted)
  const [merged, into] = [orNotFound(placeAt(slug)), placeAt(intoSlug)]
  if (into === undefined || into === merged) throw validationFailed([{ path: 'into_slug', code: 'invalid' }])
  const { location_name: locationName, latitude, longitude } = into
  await tx
    .update(events)
    .set({
      locationName,
      placeSlug: intoSlug,
      latitude,
      longitude,
      revision: sql`revision + 1`,
      updatedAt: atSeconds(nowSeconds),
    })
    .where(isThere)
  const is_public = into.is_public || merged.is_public
  return { merged, into: { ...into, count: into.count + merged.count, is_public } }
}
