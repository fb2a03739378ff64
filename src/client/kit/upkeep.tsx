import { useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useDevice } from '@/client/shell/device'
import { askAgain, keepRendered, redrawFromDevice } from './programme-upkeep'

/**
 * For pages that show the programme: what the server drew is kept on the device, and what came from the device is
 * brought up to date when the mirror has changed behind it or the network has answered late. Draws nothing.
 */
export function Upkeep() {
  const queryClient = useQueryClient()
  const { programme } = useRouteContext({ from: '__root__' })
  const device = useDevice()
  useEffect(() => {
    // Storage can be refused (private windows): the page lives from the network then.
    keepRendered({ queryClient, programme }).catch(() => undefined)
  }, [queryClient, programme])
  useEffect(
    () =>
      device?.mirror.subscribe(
        () => void redrawFromDevice({ queryClient, programme }).catch(() => undefined),
      ),
    [device, queryClient, programme],
  )
  useEffect(() => device?.programme.subscribe?.(() => void askAgain(queryClient)), [device, queryClient])
  return null
}
