import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { VitePWA } from 'vite-plugin-pwa'
import type { ConfigEnv } from 'vite'
import type { ViteUserConfig } from 'vitest/config'
import { sitemap } from './src/client/app/sitemap.ts'
import { pandaSheets } from './tools/panda-sheets.ts'
import { staticCss } from './tools/static-css.ts'
import { webManifest } from './src/client/app/web-manifest.ts'

/** Modules of the back office: their chunks go into a folder of their own, which the precache leaves out. */
const BACK_OFFICE = /\/client\/features\/back-office\//
/** What only the back office asks with, and its words. */
const ONLINE =
  /node_modules\/@tanstack\/(?:query-core|react-query)\/|\/kit\/query-scope|\/compiled\/messages\/admin_/

/** The frameworks of every page. */
const BASE =
  /node_modules\/(?:react|react-dom|scheduler|use-sync-external-store|@tanstack\/(?:react-router|router-core|history|store|react-store))\/|\/styled-system\/(?:css|helpers)|rolldown\/runtime|vite\/preload-helper/
/** What the pages that show events share. */
const PROGRAMME =
  /\/client\/kit\/(?:event-(?:card|dates|poster)|photo\.|freshness|programme-(?:views|content|upkeep-late)|use-programme-view|use-now|saved-age)|\/domain\/photo|\/client\/ui\/(?:button|visually-hidden|empty-state|icon-button|banner)\./

const apiOrigin = process.env.API_ORIGIN ?? 'http://localhost:3000'

export default ({ isSsrBuild, command, mode }: ConfigEnv): ViteUserConfig => ({
  resolve: { tsconfigPaths: true },
  css: { postcss: { plugins: [pandaSheets] } },
  plugins:
    mode === 'test'
      ? []
      : [
          staticCss(),
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
            : VitePWA({
                strategies: 'injectManifest',
                srcDir: 'src/service-worker',
                filename: 'sw.ts',
                injectRegister: false,
                // The system keeps the icons of an installed app; the worker need not.
                includeManifestIcons: false,
                manifest: webManifest,
                injectManifest: {
                  globPatterns: ['index.html', 'assets/**/*.{js,css}', 'fonts/*.woff2', 'favicon.svg'],
                  // The back office is online only; the page to print and its QR code are for whoever puts up posters.
                  globIgnores: ['assets/back-office/**', 'assets/promo-route-*'],
                  // Hashed names need no revision of their own.
                  dontCacheBustURLsMatching: /^assets\//,
                },
              })),
        ],
  build: {
    target: 'es2022',
    outDir: isSsrBuild ? 'dist/ssr' : 'dist/client',
    manifest: !isSsrBuild,
    copyPublicDir: !isSsrBuild,
    // A hundredth smaller than the built-in minifier, which is three KiB of the precache.
    minify: isSsrBuild ? false : 'terser',
    // Everything is fetched by an address of its own: inlined files would escape the cache and the CSP.
    assetsInlineLimit: 0,
    rolldownOptions: isSsrBuild
      ? {}
      : {
          // Panda's files only make class names: what a page does not call can go.
          treeshake: { moduleSideEffects: (id) => !id.includes('/styled-system/') },
          output: {
            codeSplitting: {
              groups: [
                // What every public page needs stands in one file: many small ones compress worse and ask more often.
                { name: 'back-office/online', test: ONLINE },
                { name: 'base', test: BASE, priority: 2 },
                { name: 'programme', test: PROGRAMME, priority: 1 },
              ],
            },
            chunkFileNames: (chunk) =>
              chunk.name.startsWith('back-office/')
                ? 'assets/[name]-[hash].js'
                : [...chunk.moduleIds, chunk.facadeModuleId ?? ''].some((id) => BACK_OFFICE.test(id))
                  ? 'assets/back-office/[name]-[hash].js'
                  : 'assets/[name]-[hash].js',
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
