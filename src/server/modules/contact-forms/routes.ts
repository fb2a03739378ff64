import { randomUUID } from 'node:crypto'
import { and, asc, desc, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import { recordActivity } from '@/server/platform/database/accounts/activities'
import { atSeconds, secondsOf, type Queryable } from '@/server/platform/database/client'
import { ApiError } from '@/server/http/errors/errors'
import type { AppDeps, Handlers } from '@/server/http/routing/routes-from-contract'
import type { ContactForm } from '@/contract/contact-forms'
import type { SupportMessage } from '@/domain/support/support-message'
import { enqueueMail } from '@/server/platform/queue/job-queue'
import { contactForms } from '@/server/platform/database/schema'

export function contactFormHandlers({ db, securityLog, notifyWorkers }: AppDeps) {
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
        const action = request.body.is_done ? 'contact-form.done' : 'contact-form.reopened'
        if (stored.hasChanged) await recordActivity(tx, request, action, [{ id, label: stored.form.topic }])
        return stored.form
      }),

    deleteContactForm: async (request) => {
      const { id } = request.params
      await db.transaction(async (tx) => {
        const [gone] = await tx
          .delete(contactForms)
          .where(eq(contactForms.id, id))
          .returning({ topic: contactForms.topic })
        if (gone === undefined) throw new ApiError('NOT_FOUND')
        await recordActivity(tx, request, 'contact-form.deleted', [{ id, label: gone.topic }])
      })
      const facts = { accountId: request.currentUser.id, ids: [id] }
      securityLog.record('support-message.deleted', request.source, facts)
      return {}
    },
  } satisfies Partial<Handlers>
}

async function storeSupportMessage(
  tx: Queryable,
  message: SupportMessage,
  { locale, nowSeconds }: { locale: string; nowSeconds: number },
): Promise<{ id: string; created_at: number }> {
  const id = randomUUID()
  const now = atSeconds(nowSeconds)
  await tx.insert(contactForms).values({
    id,
    firstName: message.first_name,
    lastName: message.last_name,
    email: message.email,
    topic: message.topic,
    message: message.message,
    locale,
    createdAt: now,
  })
  await enqueueMail(tx, { template: 'support-message', id }, { now })
  return { id, created_at: nowSeconds }
}

interface ContactFormQuery {
  show?: 'open' | 'done' | undefined
  limit?: number | undefined
  /** The `next` of the page before. */
  after?: string | undefined
}

/**
 * Support messages, the newest first: all of them (rules 7: no paging), or with `limit` one page, and where the next one begins while
 * there is one.
 */
async function listContactForms(
  db: Queryable,
  { show, limit, after }: ContactFormQuery,
): Promise<{ items: ContactForm[]; next?: string }> {
  const query = db
    .select({
      form: contactForms,
      createdUs: sql<string>`(extract(epoch from ${contactForms.createdAt}) * 1000000)::bigint::text`,
    })
    .from(contactForms)
    .where(and(ofState(show), after === undefined ? undefined : isAfter(after)))
    .orderBy(desc(contactForms.createdAt), asc(contactForms.id))
  const rows = await (limit === undefined ? query : query.limit(limit + 1))
  const shown = limit === undefined ? rows : rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map(({ form }) => contactFormOf(form)),
    ...(last !== undefined && rows.length > shown.length && { next: `${last.createdUs}.${last.form.id}` }),
  }
}

function ofState(show: ContactFormQuery['show']): SQL | undefined {
  if (show === undefined) return undefined
  return show === 'open' ? isNull(contactForms.doneAt) : isNotNull(contactForms.doneAt)
}

/** Whether a message comes after a cursor (`CONTACT_FORM_CURSOR`). */
function isAfter(cursor: string): SQL {
  const [microseconds = '', id = ''] = cursor.split('.')
  const instant = sql`(to_timestamp(0) + ${microseconds}::bigint * interval '1 microsecond')`
  return sql`(${contactForms.createdAt} <= ${instant}
    and (${contactForms.createdAt} < ${instant} or ${contactForms.id} > ${id}::uuid))`
}

async function countContactForms(db: Queryable): Promise<{ open: number; done: number }> {
  const [row] = await db
    .select({
      open: sql<number>`(count(*) filter (where ${contactForms.doneAt} is null))::int`,
      done: sql<number>`count(${contactForms.doneAt})::int`,
    })
    .from(contactForms)
  return row ?? { open: 0, done: 0 }
}

/** Marks a message as done at this time, or (null) as open; one that is so already stays as it is. Throws NOT_FOUND. */
async function setDoneAt(
  tx: Queryable,
  id: string,
  doneAt: Date | null,
): Promise<{ form: ContactForm; hasChanged: boolean }> {
  const isIt = eq(contactForms.id, id)
  const [before] = await tx.select().from(contactForms).where(isIt).for('update')
  if (before === undefined) throw new ApiError('NOT_FOUND')
  if ((before.doneAt === null) === (doneAt === null))
    return { form: contactFormOf(before), hasChanged: false }
  await tx.update(contactForms).set({ doneAt }).where(isIt)
  return { form: contactFormOf({ ...before, doneAt }), hasChanged: true }
}

function contactFormOf(row: typeof contactForms.$inferSelect): ContactForm {
  const { id, firstName, lastName, email, topic, message, locale, createdAt, doneAt } = row
  return {
    id,
    first_name: firstName,
    last_name: lastName,
    email,
    topic,
    message,
    locale,
    created_at: secondsOf(createdAt),
    ...(doneAt === null ? {} : { done_at: secondsOf(doneAt) }),
  }
}
