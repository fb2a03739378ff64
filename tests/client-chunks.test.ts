import { build } from 'vite'
import { expect, it } from 'vitest'
import { clientChunks, withLibrariesFirst } from '../tools/bundle/client-chunks'

const BACK_OFFICE = '/guide/src/client/back-office'
const MODULES: Record<string, string> = {
  '/guide/entry.js': `import '${BACK_OFFICE}/route.js'; import('/guide/events-page.js')`,
  '/guide/events-page.js': `import '/guide/dialog.js'`,
  '/guide/dialog.js': `export const dialog = 1`,
  // Every page knows the address of the back office.
  [`${BACK_OFFICE}/route.js`]: `export const load = () => import('${BACK_OFFICE}/page.js')`,
  [`${BACK_OFFICE}/page.js`]: `import '/guide/dialog.js'; import '/guide/review.js'; import('/guide/reject.js')`,
  '/guide/review.js': `export const review = 1`,
  '/guide/reject.js': `export const reject = 1`,
}

it('knows a module that only the back office reaches, whatever folder it is in', async () => {
  const chunks = clientChunks()
  await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, rolldownOptions: { input: '/guide/entry.js' } },
    plugins: [
      {
        name: 'modules-of-the-test',
        enforce: 'pre',
        resolveId: (id) => (id in MODULES ? id : null),
        load: (id) => MODULES[id] ?? null,
      },
      chunks.plugin,
    ],
  })
  expect(Object.keys(MODULES).filter(chunks.isBackOfficeOnly)).toEqual([
    `${BACK_OFFICE}/page.js`,
    '/guide/review.js',
    '/guide/reject.js',
  ])
  // The bundler's own runtime is in no graph, and in every page.
  expect(chunks.isBackOfficeOnly('\0rolldown/runtime.js')).toBe(false)
})

it('puts the libraries as a script before the entry', () => {
  const page = `
    <script type="module" crossorigin src="/assets/index-1.js"></script>
    <link rel="modulepreload" crossorigin href="/assets/libraries-2.js">
    <link rel="stylesheet" href="/assets/index-3.css">`
  expect(withLibrariesFirst(page)).toBe(`
    <script type="module" crossorigin src="/assets/libraries-2.js"></script>
    <script type="module" crossorigin src="/assets/index-1.js"></script>
    <link rel="stylesheet" href="/assets/index-3.css">`)
})
