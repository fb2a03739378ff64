import { randomUUID } from 'node:crypto'
import { and, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import { recordActivity } from '@/server/platform/database/accounts/activities'
import { atSeconds, type Queryable } from '@/server/platform/database/client'
import { firstOf } from '@/server/http/errors/errors'
import type { AppDeps, Handlers } from '@/server/http/routing/routes-from-contract'
import type { ContactForm } from '@/contract/contact-forms'
import type { SupportMessage } from '@/domain/support/support-message'
import { enqueueMail } from '@/server/platform/queue/job-queue'
import { contactForms } from '@/server/platform/database/schema'
import { seconds, withoutNull } from '@/server/platform/database/schema/columns'

export function contactFormHandlers({ db, securityLog }: AppDeps) {
  return {
    sendSupportMessage: ({ body, locale, nowSeconds }, once) =>
      once((tx) => storeSupportMessage(tx, body, { locale, nowSeconds })),

    listContactForms: ({ query }) => listContactForms(db, query),

    countContactForms: () => countContactForms(db),

    setContactFormDone: (request) =>
      db.transaction(async (tx) => {
        const [{ id }, { is_done: isDone }] = [request.params, request.body]
        const isIt = eq(contactForms.id, id)
        const before = firstOf(await tx.select().from(contactForms).where(isIt).for('update'))
        // One that is so already stays as it is.
        if ((before.doneAt !== null) !== isDone) {
          const doneAt = isDone ? atSeconds(request.nowSeconds) : null
          await tx.update(contactForms).set({ doneAt }).where(isIt)
          const action = isDone ? 'contact-form.done' : 'contact-form.reopened'
          await recordActivity(tx, request, action, [{ id, label: before.topic }])
        }
        const { rows } = await tx.execute<FormRow>(sql`select ${FORM} from contact_forms where id = ${id}`)
        return withoutNull(firstOf(rows))
      }),

    deleteContactForm: async (request) => {
      const { id } = request.params
      await db.transaction(async (tx) => {
        const { topic } = firstOf(await tx.delete(contactForms).where(eq(contactForms.id, id)).returning())
        await recordActivity(tx, request, 'contact-form.deleted', [{ id, label: topic }])
      })
      const facts = { accountId: request.currentUser.id, ids: [id] }
      securityLog.record('support-message.deleted', request.source, facts)
      return {}
    },
  } satisfies Partial<Handlers>
}

async function storeSupportMessage(
  tx: Queryable,
  { first_name: firstName, last_name: lastName, email, topic, message }: SupportMessage,
  { locale, nowSeconds }: { locale: string; nowSeconds: number },
): Promise<{ id: string; created_at: number }> {
  const id = randomUUID()
  const now = atSeconds(nowSeconds)
  await tx
    .insert(contactForms)
    .values({ id, firstName, lastName, email, topic, message, locale, createdAt: now })
  await enqueueMail(tx, { template: 'support-message', id }, { now })
  return { id, created_at: nowSeconds }
}

/**
 * Support messages, the newest first: all of them (rules 7: no paging), or with `limit` one page, and where the next one begins while
 * there is one.
 */
async function listContactForms(
  db: Queryable,
  { show, limit, after }: Parameters<Handlers['listContactForms']>[0]['query'],
): Promise<{ items: ContactForm[]; next?: string }> {
  const isDone = show && (show === 'open' ? sql`f.done_at is null` : sql`f.done_at is not null`)
  const isShown = and(isDone, after === undefined ? undefined : isAfter(after))
  const { rows } = await db.execute<FormRow>(sql`
    select ${FORM}, (extract(epoch from f.created_at) * 1000000)::bigint || '.' || id as cursor
    from contact_forms f where ${isShown ?? sql`true`}
    order by f.created_at desc, id ${limit === undefined ? sql`` : sql`limit ${limit + 1}`}`)
  const shown = limit === undefined ? rows : rows.slice(0, limit)
  const next = rows.length > shown.length ? shown.at(-1)?.cursor : undefined
  return { items: shown.map(withoutNull), ...(next !== undefined && { next }) }
}

type FormRow = Omit<ContactForm, 'done_at'> & { done_at: number | null; cursor?: string }

const FORM = sql`id, first_name, last_name, email, topic, message, locale, ${seconds('created_at')} as created_at,
  ${seconds('done_at')} as done_at`

/** The messages that come after a cursor (`CONTACT_FORM_CURSOR`). */
function isAfter(cursor: string): SQL {
  const [microseconds = '', id = ''] = cursor.split('.')
  const instant = sql`(to_timestamp(0) + ${microseconds}::bigint * interval '1 microsecond')`
  return sql`(f.created_at <= ${instant} and (f.created_at < ${instant} or f.id > ${id}::uuid))`
}

async function countContactForms(db: Queryable): Promise<{ open: number; done: number }> {
  return {
    open: await db.$count(contactForms, isNull(contactForms.doneAt)),
    done: await db.$count(contactForms, isNotNull(contactForms.doneAt)),
  }
}
