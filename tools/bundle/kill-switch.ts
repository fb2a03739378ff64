import type { InlineConfig } from 'vite'
import { bundledClient } from './client-bundle'
import { plainBuild } from './server-bundle'

/** The kill switch in place of the service worker, which has been built into the same folder. */
export function killSwitchBundle(outDir: string): InlineConfig {
  return {
    ...plainBuild,
    build: {
      target: bundledClient.target,
      outDir,
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: {
        input: 'src/service-worker/kill.ts',
        output: { entryFileNames: 'sw.js', format: 'iife' },
      },
    },
  }
}
