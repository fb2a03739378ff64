import { readFileSync } from 'node:fs'
import { subset } from 'semver'
import { expect, it } from 'vitest'

interface LockedPackage {
  version?: string
  engines?: { node?: string }
  os?: string[]
  cpu?: string[]
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, LockedPackage>
}
const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } }

/** The embedded PostgreSQL, and with it `npm start`, runs on these. */
const PLATFORMS = ['darwin arm64', 'darwin x64', 'linux arm64', 'linux x64']

/** Listed by rollup among its optional packages and loaded by nothing; npm leaves it out without a word. */
const NEVER_LOADED = ['node_modules/@napi-rs/lzma-linux-x64-gnu']

function isForOurPlatforms({ os, cpu }: LockedPackage): boolean {
  return PLATFORMS.some((platform) => {
    const [ourOs = '', ourCpu = ''] = platform.split(' ')
    return (os?.includes(ourOs) ?? true) && (cpu?.includes(ourCpu) ?? true)
  })
}

it('holds no package that refuses a version of Node that the product supports', () => {
  const refusing = Object.entries(packages)
    .filter(([path, locked]) => isForOurPlatforms(locked) && !NEVER_LOADED.includes(path))
    .filter(([, locked]) => !subset(engines.node, locked.engines?.node ?? '*'))
    .map(([path, locked]) => `${path}@${locked.version} needs Node ${locked.engines?.node}`)
  expect(refusing).toEqual([])
})
