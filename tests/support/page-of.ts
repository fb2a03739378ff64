import type { ReactNode } from 'react'

/** The page of a route: its file exports the route alone, so that the build loads the page when it is opened. */
export function pageOf({ options }: { options: { component?: unknown } }): () => ReactNode {
  return options.component as () => ReactNode
}
