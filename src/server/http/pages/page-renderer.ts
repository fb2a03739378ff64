import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Settings } from '@/contract/settings'
import type { Locale } from '@/messages/compiled/runtime.js'

/** The page of an address. */
export interface Page {
  /** The address in one spelling. */
  address: URL
  /** The pattern of its route. Undefined for a path that leads nowhere. */
  routeId: string | undefined
}

/** The exports of the client's server entry (src/client/app/entry-server.tsx). */
export interface PageRenderer {
  pageOf(address: URL): Page
  renderPage(page: {
    address: URL
    locale: Locale
    nonce: string
    nowSeconds: number
    fetch: typeof globalThis.fetch
    rendersNotFound: boolean
  }): Promise<{
    status: number
    headers: Headers
    head: string
    body: string
    routeFiles: string[]
  }>
}

/** Loads the built server entry from the folder of the built product. It finds the settings where a browser does. */
export async function builtRenderer(distDir: string, settings: Settings): Promise<PageRenderer> {
  Object.assign(globalThis, { SETTINGS: settings })
  const entry = pathToFileURL(join(distDir, 'ssr/entry-server.js')).href
  return (await import(/* @vite-ignore */ entry)) as PageRenderer
}
