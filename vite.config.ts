import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { VitePWA } from 'vite-plugin-pwa'
import type { ConfigEnv } from 'vite'
import type { ViteUserConfig } from 'vitest/config'
import { sitemap } from './src/client/app/sitemap.ts'
import { clientChunks } from './tools/client-chunks.ts'
import { webManifest } from './src/client/app/web-manifest.ts'

const chunks = clientChunks()
/** Bytes of source: with less, one request more costs more than it spares. */
const SHARED = { minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 700 }

const apiOrigin = process.env.API_ORIGIN ?? 'http://localhost:3000'

export default ({ isSsrBuild, command, mode }: ConfigEnv): ViteUserConfig => ({
  resolve: { tsconfigPaths: true },
  plugins:
    mode === 'test'
      ? []
      : [
          tanstackRouter({
            target: 'react',
            autoCodeSplitting: true,
            // What a page shows while it waits is the page itself with skeletons: one chunk.
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
            : [
                chunks.plugin,
                VitePWA({
                  strategies: 'injectManifest',
                  srcDir: 'src/service-worker',
                  filename: 'sw.ts',
                  injectRegister: false,
                  // The system keeps the icons of an installed app; the worker need not.
                  includeManifestIcons: false,
                  manifest: webManifest,
                  injectManifest: {
                    globPatterns: ['index.html', 'assets/**/*.{js,css}', 'fonts/*.woff2', 'favicon.svg'],
                    // Online only.
                    globIgnores: ['assets/back-office/**'],
                    // Hashed names need no revision of their own.
                    dontCacheBustURLsMatching: /^assets\//,
                  },
                }),
              ]),
        ],
  build: {
    target: 'es2022',
    outDir: isSsrBuild ? 'dist/ssr' : 'dist/client',
    manifest: !isSsrBuild,
    copyPublicDir: !isSsrBuild,
    minify: !isSsrBuild,
    // Everything is fetched by an address of its own: inlined files would escape the cache and the CSP.
    assetsInlineLimit: 0,
    rolldownOptions: isSsrBuild
      ? {}
      : {
          output: {
            codeSplitting: {
              groups: [
                // What the first page imports at once is one file: it is fetched at once in any case.
                { name: 'initial', tags: ['$initial'], priority: 2 },
                // The rest follows from who imports it; what is too small to be worth a request joins its neighbour.
                { name: 'shared', test: chunks.isBackOfficeOnly, ...SHARED },
                { name: 'shared', priority: 1, test: (id) => !chunks.isBackOfficeOnly(id), ...SHARED },
              ],
            },
            chunkFileNames: ({ name, moduleIds }) => {
              // The bundler names what is shared by everyone who shares it.
              const [short = name] = name.split('~')
              const folder = moduleIds.some(chunks.isBackOfficeOnly) ? 'assets/back-office' : 'assets'
              return `${folder}/${short}-[hash].js`
            },
          },
        },
  },
  server: {
    port: 5173,
    proxy: command === 'serve' ? { '/api': apiOrigin, '/photos': apiOrigin } : undefined,
  },
  test: {
    // A failing test names its promise; an unexpected console error fails it (tests/support/setup.ts).
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/support/setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'rules',
          include: ['tests/*.test.ts'],
          setupFiles: ['tests/support/setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          setupFiles: ['tests/support/setup.ts'],
          globalSetup: ['tests/support/postgres.ts'],
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'offline',
          include: ['tests/offline/**/*.test.ts'],
          setupFiles: ['tests/support/setup.ts'],
          globalSetup: ['tests/support/postgres.ts'],
          testTimeout: 120_000,
        },
      },
    ],
  },
})
