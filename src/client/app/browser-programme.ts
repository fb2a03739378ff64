import { loadDevice } from '@/client/shell/device'
import type { ProgrammeSource } from '@/offline/programme-source'

/** The programme in a browser: the offline layer's, once its chunk is there. */
export const browserProgramme: ProgrammeSource = {
  list: async (...given) => (await loadDevice()).programme.list(...given),
  event: async (...given) => (await loadDevice()).programme.event(...given),
  usedTags: async () => (await loadDevice()).programme.usedTags(),
  localList: async (...given) => (await loadDevice()).programme.localList(...given),
  localEvent: async (...given) => (await loadDevice()).programme.localEvent(...given),
  localUsedTags: async () => (await loadDevice()).programme.localUsedTags(),
  keep: async (...given) => (await loadDevice()).programme.keep(...given),
}
