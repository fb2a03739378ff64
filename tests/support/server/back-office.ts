import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import type { ProgrammeEvent } from '@/contract/events/events'
import { BATCH_REVIEW_DELAY_SECONDS } from '@/domain/events/event'
import type { EventUpdate } from '@/domain/submissions/submission'
import type { TestApp } from './app'
import { call, type ApiResponse } from './calls'
import { submission } from './submissions'

/** A call of an administrator. */
export async function byAdmin(
  test: TestApp,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<ApiResponse> {
  return call(test, method, `/backoffice${path}`, {
    token: await test.admin(),
    ...(body === undefined ? {} : { body }),
  })
}

/** The edit that changes nothing of `submission()`, but for what is said. */
export function update(changes: Partial<EventUpdate> = {}): EventUpdate {
  const { email: _, ...rest } = submission()
  return { ...rest, ...changes }
}

export async function edit(
  test: TestApp,
  id: string,
  changes: Partial<EventUpdate> = {},
): Promise<ApiResponse> {
  return byAdmin(test, 'PUT', `/events/${id}`, update(changes))
}

export async function inBackOffice(test: TestApp, id: string): Promise<BackOfficeEvent> {
  return (await byAdmin(test, 'GET', `/events/${id}`)).data as BackOfficeEvent
}

interface ProgrammeResponse {
  items: ProgrammeEvent[]
  removed: string[]
  cursor: string
}

/** Syncs as a replica does. */
export async function syncProgramme(test: TestApp, since?: string): Promise<ProgrammeResponse> {
  const query = since === undefined ? '' : `?since=${since}`
  return (await call(test, 'GET', `/events/list${query}`)).data as ProgrammeResponse
}

/** Runs the jobs that are due once a review, or a batch of them, can no longer be undone. The clock moves on to that. */
export async function runReviewJobs({ clock, jobs }: Pick<TestApp, 'clock' | 'jobs'>): Promise<number> {
  clock.advance({ seconds: BATCH_REVIEW_DELAY_SECONDS })
  return jobs.runDue()
}
