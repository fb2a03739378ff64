import { createOfflineClient, type OfflineClient } from '@/offline/offline-client'

let parts: OfflineClient | undefined

/** The offline layer of this worker, made when something is first asked of it. */
export function workerOfflineClient(): OfflineClient {
  parts ??= createOfflineClient({})
  return parts
}
