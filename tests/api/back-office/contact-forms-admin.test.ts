import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp } from '@tests/support/server/app'
import type { TestApp } from '@tests/support/server/app'
import { byAdmin } from '@tests/support/server/back-office'
import { call } from '@tests/support/server/calls'
import type { ContactForm } from '@/contract/back-office/back-office-contact-forms'
import { activities } from '@/server/platform/database/schema'

let test: TestApp
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

const send = async (message = 'Where can I park?'): Promise<string> => {
  const body = { first_name: 'Rui', last_name: 'Reis', email: 'rui@example.com', topic: 'Other', message }
  return ((await call(test, 'POST', '/contact-form', { body })).data as { id: string }).id
}
const setDone = async (id: string, isDone: unknown) =>
  byAdmin(test, 'PUT', `/contact-forms/${id}/done`, { is_done: isDone })
const counts = async () =>
  (await byAdmin(test, 'GET', '/contact-forms/count-by-status')).data as { open: number; done: number }
const listedForm = async (wanted: string) => {
  const { items } = (await byAdmin(test, 'GET', '/contact-forms')).data as { items: ContactForm[] }
  return items.find(({ id }) => id === wanted)
}

it('a support message is done, and open again, as an administrator says', async () => {
  const id = await send()
  expect(await listedForm(id)).not.toHaveProperty('done_at')
  test.clock.advance({ seconds: 60 })
  const doneAt = Math.floor(test.clock.nowMs() / 1000)
  expect((await setDone(id, true)).data).toMatchObject({ id, email: 'rui@example.com', done_at: doneAt })
  expect(await listedForm(id)).toMatchObject({ done_at: doneAt })
  expect((await setDone(id, false)).data).not.toHaveProperty('done_at')
  expect(await listedForm(id)).not.toHaveProperty('done_at')
})

it('open support messages are counted', async () => {
  const before = await counts()
  const id = await send()
  expect(await counts()).toEqual({ ...before, open: before.open + 1 })
  await setDone(id, true)
  expect(await counts()).toEqual({ ...before, done: before.done + 1 })
})

it('a message that is not there cannot be done, nor can one be something else', async () => {
  expect((await setDone(randomUUID(), true)).status).toBe(404)
  expect((await setDone(await send(), 'yes')).error?.fields).toMatchObject([{ path: 'is_done' }])
})

it('the activity log has what was done with it, and nothing of what was written', async () => {
  const id = await send('A secret of mine')
  await setDone(id, true)
  await setDone(id, false)
  await byAdmin(test, 'DELETE', `/contact-forms/${id}`)
  await byAdmin(test, 'DELETE', `/contact-forms/${id}`)
  const entries = await test.db
    .select()
    .from(activities)
    .where(eq(activities.subjectId, id))
    .orderBy(asc(activities.action))
  expect(entries.map(({ action, subjectLabel, details }) => [action, subjectLabel, details])).toEqual([
    ['contact-form.deleted', 'Other', {}],
    ['contact-form.done', 'Other', {}],
    ['contact-form.reopened', 'Other', {}],
  ])
})
