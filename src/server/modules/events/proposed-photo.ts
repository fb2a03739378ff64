import * as z from 'zod/mini'
import type { StoredPhoto } from '@/server/platform/photos/stores/store'

/** The photo of a proposal, in its `content`; null for none, absent where the photo stays. `photo-references` reads `name`. */
const storedSchema = z.object({
  photo: z.optional(
    z.nullable(
      z.object({
        name: z.string(),
        width: z.number(),
        height: z.number(),
        focus: z.object({ x: z.number(), y: z.number() }),
        color: z.string(),
      }),
    ),
  ),
})

/** The part of a photo that a proposal stores. */
export function proposedPhoto({ name, width, height, focus, color }: StoredPhoto): StoredPhoto {
  return { name, width, height, focus, color }
}

/** The photo of a proposal's stored content. */
export function proposedPhotoOf(content: unknown): StoredPhoto | null | undefined {
  return storedSchema.safeParse(content).data?.photo
}
