import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { recordActivity } from '@/server/platform/database/accounts/activities'
import { ApiError, validationFailed } from '@/server/http/errors/errors'
import type { AppDeps, Handlers } from '@/server/http/routing/routes-from-contract'
import type { UploadedPhoto } from '@/server/http/photos/photo-uploads'
import { textFor } from '@/domain/organisers/organiser'
import type { OrganiserWrite } from '@/domain/organisers/organiser'
import { slugOf } from '@/domain/text/plain-text'
import { atSeconds } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { announceEvents } from '@/server/platform/database/events/change-log'
import { NO_PHOTO, photoColumns } from '@/server/platform/database/events/photo-references'
import { events, organisers, users } from '@/server/platform/database/schema'
import type { BackOfficeOrganiser } from '@/contract/back-office/back-office-people'
import type { PublicOrganiser } from '@/contract/events/places'
import { photoOf, uploadPhoto, withPhoto } from './event-shape'
import type { Reader } from './event-shape'
import { ORGANISER_COLUMNS } from '@/server/platform/database/events/stored-events'
import type { StoredOrganiser } from '@/server/platform/database/events/stored-events'

export function organiserHandlers({ db, programme, photos, photoAccess, responses }: AppDeps) {
  const ofUser = (id: string, origin: string) => organiserOfUser(db, id, origin, photoAccess.query)
  const clearCaches = () => {
    responses.clear()
    photoAccess.clear()
  }
  return {
    getOrganiser: async ({ params: { slug }, ...reader }) => {
      const found = (await programme.current()).organisers.get(slug)
      if (found === undefined) throw new ApiError('NOT_FOUND')
      return publicOrganiser(found, reader)
    },

    getUserOrganiser: async ({ params, origin }) => ({
      organiser: (await ofUser(params.id, origin)) ?? null,
    }),

    setUserOrganiser: async ({ params: { id }, body, ...call }) => {
      const photo = await uploadPhoto(photos, body.photo)
      const write = async (tx: Queryable) => {
        const done = await storeOrganiser(tx, id, body, { photo, nowSeconds: call.nowSeconds })
        const action = done.isNew ? 'organiser.marked' : 'organiser.edited'
        await recordActivity(tx, call, action, [{ id, label: body.name }])
        return done.oldPhoto
      }
      const oldPhoto = await withPhoto(photo, () => db.transaction(write))
      clearCaches()
      if (oldPhoto !== undefined) await photos.removeUnreferenced([oldPhoto])
      const organiser = await ofUser(id, call.origin)
      if (organiser === undefined) throw new ApiError('NOT_FOUND')
      return organiser
    },

    removeUserOrganiser: async ({ params: { id }, ...call }) => {
      const { photoHash } = await db.transaction(async (tx) => {
        const removed = await removeOrganiser(tx, id)
        await recordActivity(tx, call, 'organiser.removed', [{ id, label: removed.name }])
        return removed
      })
      clearCaches()
      if (photoHash !== null) await photos.removeUnreferenced([photoHash])
      return {}
    },
  } satisfies Partial<Handlers>
}

/**
 * Marks an account as an organiser, or stores an edit of its page; under another name its events go to all replicas again. Throws NOT_FOUND without
 * such an account, CONFLICT when somebody else was first, and VALIDATION_FAILED where another organiser has the address.
 */
async function storeOrganiser(
  tx: Queryable,
  userId: string,
  write: OrganiserWrite,
  { photo, nowSeconds }: { photo: UploadedPhoto | undefined; nowSeconds: number },
) {
  const [before] = await tx.select().from(organisers).where(eq(organisers.userId, userId))
  if (before?.name !== write.name) await announceEvents(tx, eq(events.userId, userId))
  const known = await lockOrganiser(tx, userId)
  if (write.revision !== known?.revision) throw new ApiError('CONFLICT')
  const content = {
    name: write.name,
    texts: write.texts,
    links: write.links,
    ...(photo ? photoColumns(photo) : write.photo === null && NO_PHOTO),
    updatedAt: atSeconds(nowSeconds),
  }
  if (known === undefined) {
    const stored = await tx
      .insert(organisers)
      .values({
        id: randomUUID(),
        userId,
        slug: slugOf(write.name),
        ...content,
        createdAt: content.updatedAt,
      })
      .onConflictDoNothing({ target: organisers.slug })
      .returning({ id: organisers.id })
    if (stored.length === 0) throw validationFailed([{ path: 'name', code: 'organiser_name_taken' }])
    return { isNew: true, oldPhoto: undefined }
  }
  await tx
    .update(organisers)
    .set({ ...content, revision: known.revision + 1 })
    .where(eq(organisers.id, known.id))
  const isReplaced = 'photoHash' in content && content.photoHash !== known.photoHash
  return { isNew: false, oldPhoto: isReplaced ? (known.photoHash ?? undefined) : undefined }
}

/** Takes the mark from an account, also in replicas. Throws NOT_FOUND without one. */
async function removeOrganiser(
  tx: Queryable,
  userId: string,
): Promise<{ name: string; photoHash: string | null }> {
  await announceEvents(tx, eq(events.userId, userId))
  const known = await lockOrganiser(tx, userId)
  if (known === undefined) throw new ApiError('NOT_FOUND')
  await tx.delete(organisers).where(eq(organisers.id, known.id))
  return known
}

/** Locks the account after the events, as the deletion of an account does. Throws NOT_FOUND without such an account. */
async function lockOrganiser(tx: Queryable, userId: string) {
  const [user] = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update')
  if (user === undefined) throw new ApiError('NOT_FOUND')
  const [known] = await tx.select().from(organisers).where(eq(organisers.userId, userId))
  return known
}

function publicOrganiser(row: StoredOrganiser, { origin, locale }: Reader): PublicOrganiser {
  const text = textFor(row.texts, locale)
  return {
    slug: row.slug,
    name: row.name,
    ...(text && { text: text.text, text_locale: text.locale }),
    links: row.links,
    ...photoOf(row, origin),
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
  const photo = photoOf(row, origin, photoQuery(row.photo_hash, row.suspendedAt === null))
  return { slug, name, texts, links, ...photo, revision }
}
