import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { DEFAULT_SETTINGS, type Settings } from '@/contract/settings'
import type { PageRenderer } from '@/contract/pages'
import { builtRenderer, pages } from '@/server/http/pages/pages'
import type { AppOptions } from '@/server/app-options'

export interface TestPages {
  clientDir: string
  /** Every page for `buildTestApp`, rendered by the client's own server entry. */
  pages: NonNullable<AppOptions['pages']>
  remove(): Promise<void>
}

/**
 * The pages and files of the app for a test app: those of a built product, or (there is none before a build) the real
 * pages from their sources between a few files that stand for the built ones.
 */
export async function testPages(
  options: {
    distDir?: string | undefined
    settings?: Settings
    /** Is called with the address and the body of each page that is rendered; what it throws is a bug of the page. */
    onRender?: (address: URL, body: string) => void
  } = {},
): Promise<TestPages> {
  const { distDir, settings = DEFAULT_SETTINGS, onRender } = options
  const built = distDir === undefined ? undefined : resolve(distDir)
  const clientDir = built === undefined ? await unbuiltClient() : join(built, 'client')
  const { pageOf, renderPage }: PageRenderer =
    built === undefined ? await import('@/client/app/entry-server') : await builtRenderer(built, settings)
  const render: PageRenderer['renderPage'] = async (page) => {
    const rendered = await renderPage(page)
    onRender?.(page.address, rendered.body)
    return rendered
  }
  return {
    clientDir,
    pages: (app, services) =>
      pages(app, { ...services, clientDir, renderer: { pageOf, renderPage: render } }),
    remove: async () => {
      if (built === undefined) await rm(clientDir, { recursive: true })
    },
  }
}

async function unbuiltClient(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'events-client-'))
  await mkdir(join(dir, 'assets'))
  await mkdir(join(dir, '.vite'))
  await cp('public', dir, { recursive: true })
  await cp('index.html', join(dir, 'index.html'))
  await writeFile(join(dir, '.vite/manifest.json'), '{}')
  await writeFile(join(dir, 'sw.js'), 'self.x = 1')
  await writeFile(join(dir, 'assets/app-1a2b3c.js'), 'export {}')
  await writeFile(join(dir, 'assets/app-1a2b3c.js.br'), 'compressed')
  return dir
}
