import { useCarousel } from '@ark-ui/react/carousel'
import type { UseCarouselProps, UseCarouselReturn } from '@ark-ui/react/carousel'
import { memo, useLayoutEffect } from 'react'

export type CarouselApi = UseCarouselReturn

interface CarouselBehaviourProps {
  /** The object stays the same as long as nothing changes. */
  options: UseCarouselProps
  onChange: (api: CarouselApi) => void
}

/**
 * Ark's carousel without elements of its own, in a chunk of its own: it moves what the server has rendered, so nothing
 * of the first paint is rendered twice. `memo`, because every state that it reports renders the carousel around it.
 */
export const CarouselBehaviour = memo(function CarouselBehaviour({
  options,
  onChange,
}: CarouselBehaviourProps) {
  const api = useCarousel(options)
  useLayoutEffect(() => onChange(api))
  return null
})
