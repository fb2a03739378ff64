import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** File of a chunk → module → its length in the chunk before it is minified. */
type ModuleReport = Record<string, Record<string, number>>

const REPORT = '.vite/modules.json'

/** Reads the modules of the client's chunks, as its build wrote them down. */
export function readModuleReport(clientDir: string): ModuleReport {
  return JSON.parse(readFileSync(join(clientDir, REPORT), 'utf8')) as ModuleReport
}

/** In the app's build that is the second step of a sign-in: it is administrators' alone, wherever they sign in. */
export function isOfBackOffice(moduleId: string): boolean {
  return /\/src\/client\/(?:back-office|shared\/second-factor)\//.test(moduleId)
}

const NEEDS_NETWORK = [
  // Google's map and places; what a server under attack asks for.
  'client/shared/maps/google-maps',
  'client/shared/places/place-field-search-google',
  'offline/api/challenge-solver',
  // Calls that cannot wait: back from a provider's sign-in, a forgotten password, the end of an account.
  'client/features/provider-return/google-callback-route',
  'client/features/provider-return/apple-redirect-route',
  'client/features/account/password/forgot-password-dialog',
  'client/features/account/password/reset-password-route',
  'client/features/profile/account-data/delete-account',
  // The page sends its request at once, or not at all.
  'client/features/week-mail/week-mail-route',
]

/** Whether a module is of no use without a network, and may be missing then. */
export function needsNetwork(moduleId: string | null): boolean {
  const name = /\/src\/([^?]+)\.tsx?(?:\?|$)/.exec(moduleId ?? '')?.[1]
  return name !== undefined && NEEDS_NETWORK.includes(name)
}

/**
 * Vite plugin that walks the import graph of the client. `isBackOfficeOnly` says, once it is complete, which modules no
 * public page can load, static or lazy: what is not reached without entering the back office by an `import()`. What each
 * chunk is made of is written beside the manifest, for `npm run budget`.
 */
export function clientChunks(): {
  isBackOfficeOnly: (moduleId: string) => boolean
  /**
   * Whether a public page can load this file without a network, known once the bundle is there. What only parts of the back office share is
   * none.
   */
  isPublic: (fileName: string) => boolean
  /** The folder that the bundle was written to. */
  folder: () => string
  plugin: Plugin
} {
  let folder = ''
  const backOfficeOnly = new Set<string>()
  const publicFiles = new Set<string>()
  const announced = new Set<string>()
  const plugin: Plugin = {
    name: 'client-chunks',
    apply: 'build',
    buildEnd() {
      backOfficeOnly.clear()
      for (const id of this.getModuleIds()) backOfficeOnly.add(id)
      const visit = (id: string) => {
        const module = backOfficeOnly.delete(id) ? this.getModuleInfo(id) : null
        if (module === null) return
        module.importedIds.forEach(visit)
        module.dynamicallyImportedIds.filter((later) => !isOfBackOffice(later)).forEach(visit)
      }
      const entries = [...this.getModuleIds()].filter((id) => this.getModuleInfo(id)?.isEntry)
      entries.forEach(visit)
      announced.clear()
      // The page's entry is its HTML, whose scripts it imports.
      const scripts = entries.flatMap((id) => this.getModuleInfo(id)?.importedIds ?? [])
      const later = scripts.flatMap((script) => this.getModuleInfo(script)?.dynamicallyImportedIds ?? [])
      for (const id of later) if (!isOfBackOffice(id)) announced.add(id)
    },
    // The chunks that the entry imports later are fetched with it, not after it.
    transformIndexHtml: {
      order: 'post',
      handler: (page, { bundle = {} }) => {
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
        const later = chunks.filter(({ moduleIds }) => moduleIds.some((id) => announced.has(id)))
        const entryFiles = chunks
          .filter(({ isEntry }) => isEntry)
          .flatMap((one) => [one.fileName, ...one.imports])
        const files = new Set(later.flatMap(({ fileName, imports }) => [fileName, ...imports]))
        const tags = [...files]
          .filter((file) => !entryFiles.includes(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
            injectTo: 'head' as const,
          }))
        return { html: withLibrariesFirst(page), tags }
      },
    },
    generateBundle(_options, bundle) {
      const report: ModuleReport = {}
      for (const output of Object.values(bundle)) {
        if (output.type !== 'chunk') continue
        const lengths = Object.entries(output.modules).map(([id, { renderedLength }]) => [id, renderedLength])
        report[output.fileName] = Object.fromEntries(lengths)
      }
      publicFiles.clear()
      const visit = (fileName: string) => {
        const chunk = bundle[fileName]
        if (chunk?.type !== 'chunk' || publicFiles.has(fileName)) return
        if (chunk.moduleIds.some(isOfBackOffice) || needsNetwork(chunk.facadeModuleId)) return
        publicFiles.add(fileName)
        for (const imported of [...chunk.imports, ...chunk.dynamicImports]) visit(imported)
      }
      for (const output of Object.values(bundle))
        if (output.type === 'chunk' && output.isEntry) visit(output.fileName)
      this.emitFile({ type: 'asset', fileName: REPORT, source: JSON.stringify(report) })
    },
    writeBundle({ dir = '' }) {
      folder = dir
    },
  }
  return {
    isBackOfficeOnly: (id) => backOfficeOnly.has(id),
    isPublic: (fileName) => publicFiles.has(fileName),
    folder: () => folder,
    plugin,
  }
}

/**
 * The page with the chunk of the libraries as a script before the entry, in place of its preload: a slow phone evaluates the two in
 * tasks of their own, and handles a tap in between.
 */
export function withLibrariesFirst(page: string): string {
  const preload = /<link rel="modulepreload" crossorigin href="([^"]*\/libraries-[^"]*)">\s*/
  const href = preload.exec(page)?.[1]
  if (href === undefined) return page
  const script = `<script type="module" crossorigin src="${href}"></script>\n    `
  return page.replace(preload, '').replace('<script type="module"', (entry) => script + entry)
}
