import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SETTINGS_PATH, settingsScript } from '@/contract/settings'
import type { Settings } from '@/contract/settings'

/** One module in Vite's manifest: its file, and what it imports. */
interface ManifestEntry {
  file: string
  imports?: string[]
}

/** How the router's plugin begins the name of the chunk of a route's page; the other parts of the route in it follow (code splitting). */
const PAGE_CHUNK = '?tsr-split=component---'

interface PageParts {
  locale: string
  head: string
  body: string
  /** Source files of the matched routes, below `src/client`. */
  routeFiles: readonly string[]
}

/** The built HTML with placeholders for language, head and body. */
interface PageTemplate {
  render(parts: PageParts): string
}

/**
 * Reads the built template of the client. The settings and the style sheet are inlined, and the chunks of the page's routes are preloaded
 * (`modulepreload`), which saves round trips on a slow network.
 */
export async function loadPageTemplate(clientDir: string, settings: Settings): Promise<PageTemplate> {
  const html = inlineSettings(await readFile(join(clientDir, 'index.html'), 'utf8'), settings)
  const manifest = JSON.parse(await readFile(join(clientDir, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    ManifestEntry
  >
  const styled = await inlineStyle(html, clientDir)
  const entry = closure(manifest, ['index.html'])
  const pageModules = Object.keys(manifest).filter((name) => name.includes(PAGE_CHUNK))

  return {
    render({ locale, head, body, routeFiles }) {
      const chunks = closure(
        manifest,
        routeFiles.flatMap((file) =>
          pageModules.filter((name) => name.startsWith(`src/client/${file}${PAGE_CHUNK}`)),
        ),
      )
      const preloads = [...chunks]
        .filter((file) => !entry.has(file))
        .map((file) => `<link rel="modulepreload" href="/${file}">`)
      return withLocale(styled, locale)
        .replace('<!--head-->', () => head + preloads.join(''))
        .replace('<!--app-->', () => body)
    },
  }
}

function withLocale(html: string, locale: string): string {
  return html.replace('<html lang="en">', `<html lang="${locale}">`)
}

/** Its hash is in every page's policy (security/content-security-policy). */
function inlineSettings(html: string, settings: Settings): string {
  const inlined = `<script>${settingsScript(settings)}</script>`
  return html.replace(`<script defer src="${SETTINGS_PATH}"></script>`, () => inlined)
}

async function inlineStyle(html: string, clientDir: string): Promise<string> {
  const [link, file] = /<link rel="stylesheet"[^>]*href="\/([^"]+\.css)"[^>]*>/.exec(html) ?? []
  if (link === undefined || file === undefined) return html
  const css = await readFile(join(clientDir, file), 'utf8')
  // Lazy chunks name the sheet among what they need, and Vite's loader fetches it unless its link is there; a disabled one is not fetched.
  return html.replace(link, () => `<style>${css}</style><link rel="stylesheet" href="/${file}" disabled>`)
}

/** The files of these modules and of all their static imports. */
function closure(manifest: Record<string, ManifestEntry>, names: readonly string[]): Set<string> {
  const files = new Set<string>()
  const visit = (name: string) => {
    const module = manifest[name]
    if (module === undefined || files.has(module.file)) return
    files.add(module.file)
    module.imports?.forEach(visit)
  }
  names.forEach(visit)
  return files
}
