import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { VitePWA } from 'vite-plugin-pwa'
import type { ConfigEnv } from 'vite'
import type { ViteUserConfig } from 'vitest/config'
import { sitemap } from './src/client/app/sitemap.ts'
import { webManifest } from './src/client/shared/pwa/web-manifest.ts'

const apiOrigin = process.env.API_ORIGIN ?? `http://localhost:${process.env.PORT ?? 3000}`
/** A journey about versions builds a second client elsewhere. */
const CLIENT = process.env.CLIENT_DIR ?? 'dist/client'
/** Each message is a module of its own, so that a chunk has only those that it shows (tools/codegen.ts). */
const splitMessages = { '@/messages/compiled': resolve('src/messages/compiled/split') }

const isPublic = (moduleId: string) => !moduleId.includes('/src/client/back-office/')

export default ({ isSsrBuild, command, mode }: ConfigEnv): ViteUserConfig => ({
  resolve: {
    tsconfigPaths: true,
    // React has what the shim stands in for.
    alias: {
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
      ...(command === 'build' && !isSsrBuild && splitMessages),
    },
  },
  plugins:
    mode === 'test'
      ? []
      : [
          tanstackRouter({
            target: 'react',
            autoCodeSplitting: true,
            // A waiting page shows itself with skeletons: one chunk has both.
            codeSplittingOptions: {
              defaultBehavior: [['component', 'pendingComponent'], ['errorComponent'], ['notFoundComponent']],
            },
            routesDirectory: 'src/client',
            generatedRouteTree: 'src/client/app/route-tree.gen.ts',
            virtualRouteConfig: sitemap,
          }),
          react(),
          ...(isSsrBuild
            ? []
            : VitePWA({
                strategies: 'injectManifest',
                srcDir: 'src/service-worker',
                filename: 'sw.ts',
                injectRegister: false,
                // The system keeps the icons of an installed app; the worker need not.
                includeManifestIcons: false,
                manifest: webManifest,
                injectManifest: {
                  globPatterns: [
                    'index.html',
                    'assets/**/*.{js,css}',
                    'fonts/*.woff2',
                    'favicon.svg',
                    // The plugin adds it without integrity.
                    'manifest.webmanifest',
                  ],
                  // Online only.
                  globIgnores: ['assets/back-office/**'],
                  // By its digest a browser refuses whatever else arrives under the address, such as the page of a captive portal.
                  manifestTransforms: [
                    (entries) => ({
                      manifest: entries.map((entry) => ({
                        ...entry,
                        integrity: `sha256-${hash('sha256', readFileSync(resolve(CLIENT, entry.url)), 'base64')}`,
                      })),
                    }),
                  ],
                  // Hashed names need no revision of their own.
                  dontCacheBustURLsMatching: /^assets\//,
                },
              })),
        ],
  // Node would take its CommonJS build, which has no names to import: the page that imports one could not be rendered.
  ssr: { noExternal: ['workbox-window'] },
  build: {
    target: 'es2022',
    outDir: isSsrBuild ? 'dist/ssr' : CLIENT,
    emptyOutDir: true,
    manifest: !isSsrBuild,
    copyPublicDir: !isSsrBuild,
    minify: !isSsrBuild,
    // Everything is fetched by an address of its own: inlined files would escape the cache and the CSP.
    assetsInlineLimit: 0,
    // Browsers without it fetch a chunk a little later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Panda's files only make class names: what no page calls is left out.
      treeshake: { moduleSideEffects: (id) => !id.includes('/styled-system/') },
      ...(!isSsrBuild && {
        output: {
          // Files that import each other would otherwise evaluate a module before what it reads: a page then shows its error in place of itself.
          strictExecutionOrder: true,
          codeSplitting: {
            // Each file is a request that may fail on a beach. What only the back office has stays with it.
            groups: [
              { name: 'libraries', tags: ['$initial'], test: /node_modules|rolldown.runtime/ },
              { name: 'initial', tags: ['$initial'] },
              { name: 'common', test: isPublic, minShareCount: 10 },
              {
                name: 'shared',
                test: isPublic,
                minShareCount: 2,
                entriesAware: true,
                entriesAwareMergeThreshold: 10_000,
              },
            ],
          },
          chunkFileNames: ({ moduleIds }) =>
            // The routes of the back office are initial; their pages are not.
            moduleIds.every(isPublic) || moduleIds.some((id) => id.endsWith('/route-tree.gen.ts'))
              ? 'assets/[name]-[hash].js'
              : 'assets/back-office/[name]-[hash].js',
        },
      }),
    },
  },
  server: {
    port: 5173,
    proxy:
      command === 'serve'
        ? { '/api': apiOrigin, '/photos': apiOrigin, '/settings.js': apiOrigin }
        : undefined,
  },
  test: {
    // One fewer by default, which leaves half of a small machine idle.
    maxWorkers: availableParallelism(),
    globalSetup: ['tools/codegen.ts'],
    expect: { poll: { timeout: 15_000 } },
    // The first line of a failure says what it was: that is all that is left of it in a log that is cut.
    chaiConfig: { truncateThreshold: 1000 },
    // A green run shows no log: only what a failing test printed.
    silent: 'passed-only',
    // A server and its database start in it.
    hookTimeout: 60_000,
    tags: [
      {
        name: 'full',
        description:
          'Left to `npm run test:full`: a rare case that starts processes of its own or takes seconds, of a promise whose usual case the gate tests.',
      },
    ],
    // A failing test names its promise; an unexpected console error fails it (tests/support/setup.ts).
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts'],
          setupFiles: ['tests/support/setup.ts'],
          // Importing what a file tests anew takes longer than its tests do.
          isolate: false,
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'unit-page',
          // A test that needs a page is a `.tsx`, with elements in it or without.
          include: ['src/**/*.test.tsx'],
          setupFiles: ['tests/support/setup.ts', 'tests/support/page.ts'],
          environment: 'happy-dom',
          // A link or form that a test follows must not take the page away from the files after it.
          environmentOptions: {
            happyDOM: {
              settings: {
                navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true },
              },
            },
          },
          // The libraries and the page stay from file to file; our own modules and what was stored do not (tests/support/page.ts).
          isolate: false,
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'rules',
          include: ['tests/*.test.ts'],
          setupFiles: ['tests/support/setup.ts'],
          isolate: false,
          // The tests that build a bundle take long.
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['tests/{api,offline}/**/*.test.ts'],
          setupFiles: ['tests/support/setup.ts'],
          // Importing the server anew for each file takes as long as the tests; each has an app and a database of its own.
          isolate: false,
          globalSetup: ['tests/support/server/postgres.ts'],
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          // By its own command, which needs Debian's OpenStack Swift (tests/on-debian/object-storage).
          name: 'object-storage',
          include: ['tests/object-storage/**/*.test.ts'],
          setupFiles: ['tests/support/setup.ts'],
          globalSetup: ['tests/support/server/postgres.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
