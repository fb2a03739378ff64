export const MAX_PHOTO_BYTES = 10 * 1024 * 1024
/** Base64 of the largest photo, with room for a `data:` prefix. */
export const MAX_PHOTO_BASE64_CHARS = Math.ceil(MAX_PHOTO_BYTES / 3) * 4 + 64
export const PHOTO_TYPES = ['image/jpeg', 'image/jpg', 'image/png'] as const

/**
 * The pictures that are made of every photo: `full`, of at most 1600 px, and the one for link previews, which older chat apps
 * read, are JPEGs, the others WebP.
 */
export const PHOTO_VARIANTS = ['full', '1200x630', '800', '400'] as const
export type PhotoVariant = (typeof PHOTO_VARIANTS)[number]

export function photoFileName(hash: string, variant: PhotoVariant): string {
  return `${hash}-${variant}.${variant === 'full' || variant === '1200x630' ? 'jpg' : 'webp'}`
}

/** The address of another picture of the same photo, signed alike. Addresses that are not ours come back unchanged. */
export function photoVariant(photoUrl: string, variant: PhotoVariant): string {
  return photoUrl.replace(
    /(\/photos\/[0-9a-f]{16,64})-(?:full|[0-9x]+)\.(?:jpg|webp)(?=$|\?)/,
    (_, base: string) => {
      return photoFileName(base, variant)
    },
  )
}

/** The hash in the address of one of our photos: the same for all its pictures. Undefined for other addresses. */
export function photoHash(photoUrl: string): string | undefined {
  return /\/photos\/([0-9a-f]{16,64})-/.exec(photoUrl)?.[1]
}
