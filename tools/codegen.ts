/** Writes what is generated and not committed: Panda's `styled-system` and Paraglide's `src/messages/compiled`. */
import { execFileSync } from 'node:child_process'
import { compile } from '@inlang/paraglide-js'

await compile({
  project: './src/messages/project.inlang',
  outdir: './src/messages/compiled',
  // The language is decided in one place each (client/app/locale.ts, server/pages/locale.ts), not by Paraglide.
  strategy: ['globalVariable', 'baseLocale'],
  emitTsDeclarations: false,
})
execFileSync(process.execPath, ['node_modules/@pandacss/dev/bin.js', 'codegen', '--silent'], { stdio: 'inherit' })
