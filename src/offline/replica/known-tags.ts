import { listTags, type Tag } from '@/contract/events/events'
import type { ApiClient } from '@/offline/api/api-client'
import { systemTimers } from '@/offline/platform/clock'
import { withTimeout } from '@/offline/platform/storage-timeout'
import type { Replica } from './replica'

/**
 * Fetches all tags and stores them with the replica, for the form without a network. Undefined when the server cannot be
 * reached: what is stored stays. Never rejects.
 */
export async function fetchTags({
  api,
  replica,
}: {
  api: ApiClient
  replica: Pick<Replica, 'putTags'>
}): Promise<Tag[] | undefined> {
  const response = await api.call(listTags, {})
  if (response.kind !== 'ok') return undefined
  // The form has them also where the device's storage never responds.
  await withTimeout(systemTimers, replica.putTags(response.data.items)).catch(() => undefined)
  return response.data.items
}
