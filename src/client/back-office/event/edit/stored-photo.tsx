import { photoVariant } from '@/domain/events/photo'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'

/** The photo of one of two versions, or that it has none. */
export function StoredPhoto({ of: { photo }, alt }: { of: { photo?: string | undefined }; alt: string }) {
  if (photo === undefined) return <>{m.admin_edit_photo_removed()}</>
  return <img src={photoVariant(photo, '400')} alt={alt} className={sidePhoto} />
}

export const sidePhoto = css({ width: 'full', height: '[auto]', borderRadius: 'lg' })
