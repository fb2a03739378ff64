import type { InlineConfig } from 'vite'

/** A production build that reads no configuration file. */
export const plainBuild = {
  configFile: false,
  logLevel: 'warn',
  mode: 'production',
  resolve: { tsconfigPaths: true },
} satisfies InlineConfig

/** How the server is bundled: its main program, and those that run in processes of their own. */
export function serverBundle(outDir: string): InlineConfig {
  return {
    ...plainBuild,
    build: {
      ssr: true,
      copyPublicDir: false,
      target: 'node20',
      outDir,
      emptyOutDir: true,
      rolldownOptions: {
        input: {
          main: 'src/server/main.ts',
          migrate: 'tools/migrate.ts',
          'render-worker': 'src/server/platform/photos/render-worker.ts',
          'card-worker': 'src/server/platform/cards/card-worker.ts',
          'preview-worker': 'src/server/modules/import/source/preview-worker.ts',
        },
        // The chunks are in one folder: the server starts the other programs by their names beside its own.
        output: { chunkFileNames: '[name]-[hash].js' },
      },
    },
  }
}
