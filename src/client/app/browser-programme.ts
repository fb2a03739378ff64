import { loadOfflineClient } from '@/client/shell/offline-client'
import type { ProgrammeSource } from '@/offline/programme-source'

/** The programme in a browser: the offline layer's, once its chunk is there. */
export const browserProgramme: ProgrammeSource = {
  list: async (...given) => (await loadOfflineClient()).programme.list(...given),
  event: async (...given) => (await loadOfflineClient()).programme.event(...given),
  usedTags: async () => (await loadOfflineClient()).programme.usedTags(),
  localList: async (...given) => (await loadOfflineClient()).programme.localList(...given),
  localEvent: async (...given) => (await loadOfflineClient()).programme.localEvent(...given),
  localUsedTags: async () => (await loadOfflineClient()).programme.localUsedTags(),
  keep: async (...given) => (await loadOfflineClient()).programme.keep(...given),
}
