import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { locateChromium } from '../tools/chromium'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'events-chromium-'))
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

function program(name: string, exitCode = 0): string {
  const path = join(dir, name)
  writeFileSync(path, `#!/bin/sh\nexit ${exitCode}\n`)
  chmodSync(path, 0o755)
  return path
}

const attempt = (name: string, install = () => {}) => ({ name, install: vi.fn(install) })

it('takes the browser that CHROMIUM names, and no other if that is not there', () => {
  const own = program('own')
  const system = program('system')
  expect(locateChromium(own, [system], [])).toEqual({ path: own })
  const absent = join(dir, 'absent')
  expect(locateChromium(absent, [system], [])).toEqual({
    missing: `CHROMIUM names ${absent}, which is not there.`,
  })
})

it('takes the first browser that starts, and installs none', () => {
  const install = attempt('install')
  const places = [join(dir, 'absent'), program('without-libraries', 127), program('good'), program('late')]
  expect(locateChromium('', places, [install])).toEqual({ path: join(dir, 'good') })
  expect(install.install).not.toHaveBeenCalled()
})

it('tries one installation after the other until a browser starts', () => {
  const first = attempt('first', () => program('broken', 127))
  const second = attempt('second', () => program('good'))
  const third = attempt('third')
  const places = [join(dir, 'broken'), join(dir, 'good')]
  expect(locateChromium(undefined, places, [first, second, third])).toEqual({ path: join(dir, 'good') })
  expect(first.install).toHaveBeenCalledTimes(1)
  expect(third.install).not.toHaveBeenCalled()
})

it('says in one line what was tried and what to do', () => {
  const found = locateChromium(undefined, [join(dir, 'absent')], [attempt('one'), attempt('two')])
  const missing = 'missing' in found ? found.missing : ''
  expect(missing).toContain('`one` and `two`')
  expect(missing).toContain('CHROMIUM')
  expect(missing).not.toContain('\n')
})
