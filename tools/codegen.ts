/**
 * Writes what is generated: Panda's `styled-system` and Paraglide's `src/messages/compiled` (not committed), and
 * the route trees of the sitemap (committed).
 */
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { compile } from '@inlang/paraglide-js'
import type { CompilerOptions } from '@inlang/paraglide-js'
import { Generator, getConfig } from '@tanstack/router-generator'
import { backOfficeSitemap, publicSitemap, sitemap } from '../src/client/app/sitemap'

// It takes as long as all the rest, and the machine has more than one core.
const styledSystem = promisify(execFile)(process.execPath, [
  'node_modules/@pandacss/dev/bin.js',
  'codegen',
  '--silent',
])

const messages: Omit<CompilerOptions, 'outdir'> = {
  project: './src/messages/project.inlang',
  // The visitor's choice, else the browser's language, else English (rules 10).
  strategy: ['cookie', 'preferredLanguage', 'baseLocale'],
  cookieName: 'lang',
  cookieMaxAge: 365 * 86_400,
  emitTsDeclarations: false,
}
// Node reads all messages from two files; from a file each it would take five seconds.
await compileMessages('./src/messages/compiled', 'locale-modules')
await compileMessages('./src/messages/compiled/split', 'message-modules')

/** The plurals of `pt` are Brazil's, in which nought is singular: the Portuguese here is Portugal's. */
async function compileMessages(
  outdir: string,
  outputStructure: CompilerOptions['outputStructure'] & {},
): Promise<void> {
  await compile({ ...messages, outdir, outputStructure })
  const file = `${outdir}/registry.js`
  const compiled = readFileSync(file, 'utf8')
  const european = compiled.replace(
    'Intl.PluralRules(locale,',
    `Intl.PluralRules(locale === 'pt' ? 'pt-PT' : locale,`,
  )
  if (european === compiled) throw new Error(`${file} takes its plurals from elsewhere now`)
  writeFileSync(file, european)
}

const root = process.cwd()
const TREES = [
  { generatedRouteTree: 'src/client/app/route-tree.gen.ts', virtualRouteConfig: sitemap },
  // Their types are those of the whole.
  {
    generatedRouteTree: 'src/client/app/public-route-tree.gen.js',
    virtualRouteConfig: publicSitemap,
    disableTypes: true,
  },
  {
    generatedRouteTree: 'src/client/app/back-office-route-tree.gen.js',
    virtualRouteConfig: backOfficeSitemap,
    disableTypes: true,
  },
]
for (const tree of TREES) {
  const config = getConfig(
    {
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: 'src/client',
      disableLogging: true,
      ...tree,
    },
    root,
  )
  await new Generator({ config, root }).run()
}

await styledSystem
