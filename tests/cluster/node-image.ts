import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { installPackages, isRoot, mayInstall } from '../on-debian/debian-packages'

const NAME = 'localhost/debian-and-node'
const CERTIFICATES = '/etc/ssl/extra-certificates.pem'
/** Podman's own are above what a machine that is itself contained may give. */
const ULIMITS = ['--ulimit', 'nofile=10000:10000', '--ulimit', 'nproc=10000:10000']
/** The options of a build and a run here. */
export const HERE = ['--network', 'host', ...ULIMITS]
/** Not crun, which podman prefers: Debian's refuses a machine with both versions of cgroups. */
const PROGRAMS = ['podman', 'debootstrap', 'runc']

/** Runs podman with images of its own, below one folder. */
export type Podman = (...args: string[]) => { ok: boolean; stdout: string; text: string }

function podmanIn(storage: string): Podman {
  const options = ['--root', join(storage, 'images'), '--runroot', join(storage, 'run'), '--runtime', 'runc']
  return (...args) => {
    const { status, stdout, stderr } = spawnSync('podman', [...options, ...args], {
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    })
    return { ok: status === 0, stdout: stdout ?? '', text: `${stdout}${stderr}`.trim().slice(-800) }
  }
}

/**
 * An image as `node:…-slim` of a registry is one: Debian's smallest system by debootstrap, and the Node and npm of this machine. And a podman
 * that has run it; or what is missing for that.
 */
export function makeNodeImage(storage: string): { name: string; podman: Podman } | { missing: string } {
  if (!isRoot()) return { missing: 'It needs root.' }
  if (missingPrograms().length > 0 && mayInstall()) installPackages(missingPrograms())
  if (missingPrograms().length > 0) return { missing: `Install ${missingPrograms().join(', ')}.` }
  const suite = /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1]
  if (suite === undefined) return { missing: 'This system has no codename.' }

  const tree = join(storage, 'tree')
  const made = spawnSync('debootstrap', ['--variant=minbase', '--include=libstdc++6', suite, tree], {
    encoding: 'utf8',
  })
  if (made.status !== 0) return { missing: `debootstrap: ${lastLine(made.stdout)}` }
  addNode(tree)
  const changes: string[] = []
  const certificates = process.env.NODE_EXTRA_CA_CERTS
  if (certificates !== undefined && existsSync(certificates)) {
    cpSync(certificates, join(tree, CERTIFICATES), { dereference: true })
    changes.push('--change', `ENV NODE_EXTRA_CA_CERTS=${CERTIFICATES}`)
  }
  const archive = join(storage, 'tree.tar')
  const packed = spawnSync('tar', ['-C', tree, '-cf', archive, '.'], { encoding: 'utf8' })
  if (packed.status !== 0) return { missing: `tar: ${lastLine(packed.stderr)}` }
  const podman = podmanIn(storage)
  const imported = podman('import', ...changes, archive, NAME)
  const tried = imported.ok ? podman('run', '--rm', ...HERE, NAME, 'node', '--version') : imported
  return tried.ok ? { name: NAME, podman } : { missing: `podman: ${lastLine(tried.text)}` }
}

function missingPrograms(): string[] {
  return PROGRAMS.filter((program) => spawnSync('which', [program]).status !== 0)
}

function addNode(tree: string): void {
  const local = join(tree, 'usr/local')
  const npm = resolve(dirname(process.execPath), '../lib/node_modules/npm')
  mkdirSync(join(local, 'lib/node_modules'), { recursive: true })
  cpSync(process.execPath, join(local, 'bin/node'))
  cpSync(npm, join(local, 'lib/node_modules/npm'), { recursive: true })
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'))
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? ''
}
