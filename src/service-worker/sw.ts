import { sendInBackground } from './background-sync'
import { cachePhotos } from './caching'
import { precacheShell } from './precache'
import { takeSharedPhotos } from './share-target'
import { updateByPrompt } from './updates'

declare const self: ServiceWorkerGlobalScope & {
  /** Written in by the build: every file of the public shell, with its revision. */
  __WB_MANIFEST: (string | { url: string; revision: string | null })[]
}

// oxlint-disable-next-line no-underscore-dangle -- the name that the build looks for
precacheShell(self.__WB_MANIFEST)
cachePhotos(self)
takeSharedPhotos(self)
sendInBackground(self)
updateByPrompt(self)
