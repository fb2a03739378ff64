import { useState } from 'react'
import type { PublicOrganiser } from '@/contract/events/organisers'
import { photoVariant } from '@/domain/events/photo'
import { css } from 'styled-system/css'

/** Whole, since it may be a logo; the name stands above it as text. Where it cannot be had nothing takes its place. */
export function OrganiserPicture({ organiser }: { organiser: PublicOrganiser }) {
  const { photo, photo_width: width, photo_height: height, photo_color: color } = organiser
  const [failed, setFailed] = useState<string>()
  if (photo === undefined || photo === failed) return null
  const [small, large] = [photoVariant(photo, '400'), photoVariant(photo, '800')]
  return (
    <img
      src={large}
      srcSet={`${small} 400w, ${large} 800w`}
      sizes="(min-width: 48rem) 44rem, 100vw"
      alt=""
      width={width}
      height={height}
      decoding="async"
      className={picture}
      style={{ backgroundColor: color, maxHeight: '20rem', maxWidth: '100%', width: 'auto', height: 'auto' }}
      onError={() => setFailed(photo)}
    />
  )
}

const picture = css({ borderRadius: 'lg' })
