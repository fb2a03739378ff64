/**
 * A step of `npm run test:full`: photos in an S3-compatible storage, which is Debian's OpenStack Swift on this machine. In CI root
 * installs it. Where there is none, one line that begins with `not run:` says so, and the exit code is 0. Arguments go to vitest.
 */
import { spawnSync } from 'node:child_process'
import { installPackages, mayInstall } from './debian-packages'
import { hasObjectStorage } from '../support/services/object-storage'

const PACKAGES = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object']

if (!hasObjectStorage() && mayInstall()) installPackages(PACKAGES)
if (hasObjectStorage()) {
  const args = ['run', '--project', 'object-storage', ...process.argv.slice(2)]
  process.exitCode = spawnSync('node_modules/.bin/vitest', args, { stdio: 'inherit' }).status ?? 1
} else {
  process.stdout.write(`not run: photos in object storage; install ${PACKAGES.join(', ')}\n`)
}
