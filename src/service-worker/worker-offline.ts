import { assembleOffline, type OfflineParts } from '@/offline/assemble'

let parts: OfflineParts | undefined

/** The offline layer of this worker, made when something is first asked of it. */
export function workerOffline(): OfflineParts {
  parts ??= assembleOffline({})
  return parts
}
