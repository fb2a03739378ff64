import { useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useDevice } from '@/client/shell/device'
import { keepRendered, redrawFromDevice } from './programme-upkeep'

/**
 * For pages that show the programme: what the server drew is kept on the device, and what came from the device is
 * drawn again when the mirror has changed behind it. Draws nothing.
 */
export function Upkeep() {
  const queryClient = useQueryClient()
  const { programme } = useRouteContext({ from: '__root__' })
  const mirror = useDevice()?.mirror
  useEffect(() => {
    // Storage can be refused (private windows): the page lives from the network then.
    keepRendered({ queryClient, programme }).catch(() => undefined)
  }, [queryClient, programme])
  useEffect(
    () => mirror?.subscribe(() => void redrawFromDevice({ queryClient, programme }).catch(() => undefined)),
    [mirror, queryClient, programme],
  )
  return null
}
