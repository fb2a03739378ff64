import type { AnyRoute, AnyRouter } from '@tanstack/react-router'
import { useEffect, type ReactNode } from 'react'
import { deferred } from '@/offline/platform/deferred'

/** A component as the router's code splitting makes it: it is loaded before the page is hydrated. */
type Part = ((props: object) => ReactNode) & { preload?: () => Promise<void> }

/**
 * Holds navigation until the page that the server rendered is hydrated, however long that takes. React hydrates the frame first,
 * whose links work from then on, and the page within it a moment later: the router would have taken its route away meanwhile,
 * React throws the server's page away and renders it anew.
 */
export function holdNavigation(router: AnyRouter): void {
  const hydrated = deferred<void>()
  const notify = <Page,>(page: Page) => page && notifying(page as Part, hydrated.resolve)
  for (const { isRoot, options } of Object.values<AnyRoute>(router.routesById)) {
    if (isRoot) continue
    options.component = notify(options.component)
    options.notFoundComponent = notify(options.notFoundComponent)
  }
  router.options.defaultErrorComponent = notify(router.options.defaultErrorComponent)
  const release = router.history.block({
    blockerFn: () => hydrated.promise.then(() => false),
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
