import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { VitePWA } from 'vite-plugin-pwa'
import type { ConfigEnv, Plugin } from 'vite'
import type { ViteUserConfig } from 'vitest/config'
import { bundledClient, routes, splitMessages } from './tools/bundle/client-bundle.ts'
import { chunkGroups } from './tools/bundle/chunk-groups.ts'
import { clientChunks } from './tools/bundle/client-chunks.ts'
import { precacheManifest } from './tools/bundle/precache-manifest.ts'
import { webManifest } from './src/client/shared/pwa/web-manifest.ts'

const chunks = clientChunks()

/** The development server does this as the server does (server/http/pages). */
const backOfficePages: Plugin = {
  name: 'back-office-pages',
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      if (/^\/backoffice(?:[/?]|$)/.test(request.url ?? '')) request.url = '/back-office.html'
      next()
    })
  },
}

const apiOrigin = process.env.API_ORIGIN ?? `http://localhost:${process.env.PORT ?? 3000}`

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
          routes(),
          react(),
          backOfficePages,
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
                    manifestTransforms: [
                      async (entries) => ({
                        manifest: await precacheManifest(entries, chunks),
                        warnings: [],
                      }),
                    ],
                    // Hashed names need no revision of their own.
                    dontCacheBustURLsMatching: /^assets\//,
                  },
                }),
              ]),
        ],
  build: {
    ...bundledClient,
    outDir: isSsrBuild ? 'dist/ssr' : 'dist/client',
    manifest: !isSsrBuild,
    copyPublicDir: !isSsrBuild,
    minify: !isSsrBuild,
    rolldownOptions: isSsrBuild
      ? {}
      : {
          ...bundledClient.rolldownOptions,
          output: {
            codeSplitting: {
              groups: chunkGroups(chunks.isBackOfficeOnly),
            },
            chunkFileNames: ({ name, moduleIds }) => {
              const folder = moduleIds.some(chunks.isBackOfficeOnly) ? 'assets/back-office' : 'assets'
              return `${folder}/${name}-[hash].js`
            },
          },
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
