import { resolve } from 'node:path'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import type { BuildEnvironmentOptions, InlineConfig } from 'vite'
import { sitemap } from '../../src/client/app/sitemap.ts'

/** Splits each route's page from its file. */
export const routes = () =>
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
  })

/** Each message is a module of its own, so that a chunk has only those that it shows (tools/codegen.ts). */
export const splitMessages = { '@/messages/compiled': resolve('src/messages/compiled/split') }

/** How everything that a browser runs is built. */
export const bundledClient = {
  target: 'es2022',
  // Everything is fetched by an address of its own: inlined files would escape the cache and the CSP.
  assetsInlineLimit: 0,
  // Browsers without it fetch a chunk a little later.
  modulePreload: { polyfill: false },
  rolldownOptions: {
    // Panda's files only make class names: what no page calls is left out.
    treeshake: { moduleSideEffects: (id: string) => !id.includes('/styled-system/') },
  },
} satisfies BuildEnvironmentOptions

/**
 * The back office, built apart into the same folder: modules that it shares with the app would otherwise cut the app's chunks into more
 * files, and its routes be part of every page. It is never in the precache.
 */
export function backOfficeBundle(outDir: string): InlineConfig {
  return {
    configFile: false,
    logLevel: 'warn',
    mode: 'production',
    resolve: { tsconfigPaths: true, alias: splitMessages },
    plugins: [routes(), react()],
    build: {
      ...bundledClient,
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: {
        ...bundledClient.rolldownOptions,
        input: 'back-office.html',
        output: {
          entryFileNames: 'assets/back-office/[name]-[hash].js',
          chunkFileNames: 'assets/back-office/[name]-[hash].js',
          assetFileNames: 'assets/back-office/[name]-[hash][extname]',
        },
      },
    },
  }
}
