import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const TIMEOUT_MS = 10 * 60_000

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** Whether packages may be installed here: in CI, by root, on Debian. */
export function mayInstall(): boolean {
  return process.env.CI === 'true' && isRoot() && existsSync('/usr/bin/apt-get')
}

/** Installs packages of Debian; whoever needs one looks afterwards whether it is there. */
export function installPackages(names: readonly string[]): void {
  process.stdout.write(`Installing packages of Debian: ${names.join(', ')}.\n`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const settings = { stdio: 'ignore', timeout: TIMEOUT_MS, env } as const
  spawnSync('apt-get', ['update', '-qq'], settings)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], settings)
}
