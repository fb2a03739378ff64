import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** The packages that the guide is to be made with, and who has to import each. */
const GIVEN = {
  'the product': [
    '@ark-ui/react',
    '@googlemaps/js-api-loader',
    '@pandacss/dev',
    '@tanstack/query-sync-storage-persister',
    '@tanstack/react-form',
    '@tanstack/react-query',
    '@tanstack/react-router',
    'dexie',
    'dexie-react-hooks',
    'react',
    'react-dom',
    'sonner',
    'temporal-polyfill',
    'vite',
    'vite-plugin-pwa',
    'workbox-window',
    'zod',
  ],
  'a test': ['@playwright/test', 'fake-indexeddb', 'vitest'],
}

const isTest = (path: string) => /^(?:tests|e2e)\/|\.test(?:-d)?\.tsx?$/.test(path)

const files = ['src', 'tools', 'tests', 'e2e']
  .flatMap((folder) =>
    readdirSync(folder, { encoding: 'utf8', recursive: true }).map((path) => join(folder, path)),
  )
  .concat('vite.config.ts', 'panda.config.ts')
  .filter((path) => /\.tsx?$/.test(path))

it.each(Object.entries(GIVEN))('%s imports the packages that were given to it', (importer, packages) => {
  const sources = files
    .filter((path) => isTest(path) === (importer === 'a test'))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
  const imported = [...sources.matchAll(/(?:\bfrom|\bimport\(?)\s*['"]((?:@[^'"/]+\/)?[^'"/]+)/g)]
  const names = new Set(imported.map(([, name]) => name))
  expect(packages.filter((name) => !names.has(name))).toEqual([])
})
