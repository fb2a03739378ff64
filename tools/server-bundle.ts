import type { InlineConfig } from 'vite'

/** How the server is bundled: its main program, and the one that decodes photos in a process of its own. */
export function serverBundle(outDir: string): InlineConfig {
  return {
    configFile: false,
    logLevel: 'warn',
    mode: 'production',
    resolve: { tsconfigPaths: true },
    build: {
      ssr: true,
      copyPublicDir: false,
      target: 'node20',
      outDir,
      emptyOutDir: true,
      rolldownOptions: {
        input: { main: 'src/server/main.ts', 'render-worker': 'src/server/photos/render-worker.ts' },
        // In one folder: the server starts the other program by its name beside its own.
        output: { chunkFileNames: '[name]-[hash].js' },
      },
    },
  }
}
