import * as z from 'zod/mini'
import type { ImportCorrection } from '@/client/back-office/import/import-corrections'
import { tabDraft } from '@/client/back-office/layout/dialogs/tab-draft'

type Corrections = ReadonlyMap<string, ImportCorrection>

const correctionsSchema = z.array(
  z.tuple([
    z.string(),
    z.object({
      title: z.string(),
      place: z.optional(z.object({ location_name: z.string(), latitude: z.number(), longitude: z.number() })),
    }),
  ]),
)

/** The corrections of an import by UID, in this tab: a session that ends, or a page that is loaded again, does not lose them. */
export function keptCorrections(userId: string, importName: string) {
  const draft = tabDraft(`import:${userId}:${importName}`)
  return {
    read(): Corrections {
      try {
        return new Map(correctionsSchema.parse(JSON.parse(draft.read())))
      } catch {
        return new Map()
      }
    },
    write(corrections: Corrections): void {
      draft.write(corrections.size === 0 ? '' : JSON.stringify([...corrections]))
    },
  }
}
