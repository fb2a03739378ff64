import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '@tests/support/server/app'
import { byAdmin } from '@tests/support/server/back-office'
import { call } from '@tests/support/server/calls'
import type { ContactForm } from '@/contract/contact-forms'

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
  const before = await counts()
  const id = await send()
  expect(await listedForm(id)).not.toHaveProperty('done_at')
  expect(await counts()).toEqual({ ...before, open: before.open + 1 })
  test.clock.advance({ seconds: 60 })
  const doneAt = Math.floor(test.clock.nowMs() / 1000)
  expect((await setDone(id, true)).data).toMatchObject({ id, email: 'rui@example.com', done_at: doneAt })
  expect(await listedForm(id)).toMatchObject({ done_at: doneAt })
  expect(await counts()).toEqual({ ...before, done: before.done + 1 })
  expect((await setDone(id, false)).data).not.toHaveProperty('done_at')
  expect(await listedForm(id)).not.toHaveProperty('done_at')
})

it('a message that is not there cannot be done, nor can one be something else', async () => {
  expect((await setDone(randomUUID(), true)).status).toBe(404)
  expect((await setDone(await send(), 'yes')).error?.fields).toMatchObject([{ path: 'is_done' }])
})

it('all messages are listed at once, or page by page, each once, also where one goes meanwhile', async () => {
  // The messages are all of one second.
  const sent = [await send('one'), await send('two'), await send('three')]
  test.clock.advance({ seconds: 1 })
  sent.push(await send('four'))
  const all = (await byAdmin(test, 'GET', '/contact-forms')).data as { items: ContactForm[]; next?: string }
  expect(all).not.toHaveProperty('next')
  const paged: string[] = []
  let after: string | undefined = ''
  for (; after !== undefined;) {
    const page = (await byAdmin(test, 'GET', `/contact-forms?limit=2${after && `&after=${after}`}`)).data as {
      items: ContactForm[]
      next?: string
    }
    paged.push(...page.items.map(({ id }) => id))
    // The message that the cursor names may be deleted before the next page is asked for.
    const last = page.items.at(-1)?.id ?? ''
    if (last === sent[3]) await byAdmin(test, 'DELETE', `/contact-forms/${last}`)
    after = page.next
  }
  expect(paged).toEqual(all.items.map(({ id }) => id))
})

it('those that wait and those that are done are pages of their own', async () => {
  const [open, done] = [await send('waits'), await send('was answered')]
  await setDone(done, true)
  const idsOf = async (show: string) =>
    (
      (await byAdmin(test, 'GET', `/contact-forms?limit=100&show=${show}`)).data as { items: ContactForm[] }
    ).items.map(({ id }) => id)
  expect(await idsOf('open')).toContain(open)
  expect(await idsOf('open')).not.toContain(done)
  expect(await idsOf('done')).toContain(done)
  expect(await idsOf('done')).not.toContain(open)
  expect((await byAdmin(test, 'GET', '/contact-forms?after=nonsense')).status).toBe(422)
})
