import { randomUUID } from 'node:crypto'
import { latestLink, submitEvent } from './accounts'
import type { TestServer } from './test-server'

/** Submits an event without an account, and gives the link of the mail about it, as a path. */
export async function submitAndReadMail(
  server: TestServer,
  title: string,
): Promise<{ id: string; link: string }> {
  const email = `bruno-${randomUUID()}@example.com`
  const id = await submitEvent(server, { title, email })
  const { pathname, search } = new URL(await latestLink(server, email, `/events/${id}`))
  return { id, link: pathname + search }
}
