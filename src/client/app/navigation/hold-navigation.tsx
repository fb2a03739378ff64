import type { AnyRoute, AnyRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { deferred } from '@/offline/platform/deferred'
import type { Timers } from '@/offline/platform/clock'

/** A page that is rendered by neither of these components, such as an error page, does not hold up a link for longer. */
const HYDRATED_WITHIN_MS = 2000

/** A component as the router's code splitting makes it: it is loaded before the page is hydrated. */
type Part = ((props: object) => ReactNode) & { preload?: () => Promise<void> }

/**
 * Holds navigation until the page that the server rendered is hydrated. React hydrates the frame first, whose links work from
 * then on, and the page within it a moment later: the router would have taken its route away meanwhile, React throws the
 * server's page away and renders it anew.
 */
export function holdNavigation(router: AnyRouter, timers: Timers): void {
  const hydrated = deferred<void>()
  for (const route of Object.values<AnyRoute>(router.routesById)) {
    if (route.isRoot) continue
    const { component, notFoundComponent } = route.options
    if (component !== undefined) route.options.component = notifying(component as Part, hydrated.resolve)
    if (notFoundComponent !== undefined)
      route.options.notFoundComponent = notifying(notFoundComponent as Part, hydrated.resolve)
  }
  const release = router.history.block({
    blockerFn: async () => {
      const cancel = timers.after(HYDRATED_WITHIN_MS, hydrated.resolve)
      await hydrated.promise
      cancel()
      return false
    },
    enableBeforeUnload: false,
  })
  void hydrated.promise.then(release)
}

/** The same page, to which this adds nothing that React would hydrate. */
function notifying(Page: Part, onMounted: () => void): Part {
  function Notifying(props: object) {
    useEffect(onMounted, [])
    return <Page {...props} />
  }
  return Object.assign(Notifying, Page.preload === undefined ? {} : { preload: Page.preload })
}
