import { spawnSync } from 'node:child_process'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeCertificate } from './certificate'
import type { Proof } from './proof'

/** `systemd-analyze security`: 10 is a program that may do everything. */
const MOST_EXPOSURE = 2

/** The files of `deploy/` by the programs that read them. */
export async function checkDeployFiles(dir: string): Promise<Proof> {
  const problems: string[] = []
  const run = (program: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
    const output = `${stdout}${stderr}`
    if (status !== 0) problems.push(`${program} ${args[0]}: ${output.trim().slice(-500)}`)
    return output
  }

  await makeCertificate(dir)
  const balancer = join(dir, 'haproxy-as-shipped.cfg')
  const shipped = await readFile('deploy/haproxy.cfg', 'utf8')
  await writeFile(balancer, shipped.replace('/etc/haproxy/guide.pem', join(dir, 'guide.pem')))
  const warnings = run('haproxy', '-c', '-f', balancer, '-f', 'deploy/haproxy-database.cfg')
    .split('\n')
    .filter((line) => /\[(?:WARNING|ALERT)\]/.test(line))
  problems.push(...warnings)

  const unit = join(dir, 'guide@3001.service')
  await cp('deploy/guide@.service', unit)
  // Node is where this machine has it.
  const text = await readFile(unit, 'utf8')
  await writeFile(unit, text.replace('ExecStart=/usr/bin/node', `ExecStart=${process.execPath}`))
  const complaints = run('systemd-analyze', 'verify', unit)
    .split('\n')
    .filter((line) => line.includes('guide@'))
  problems.push(...complaints)
  const security = run('systemd-analyze', 'security', '--offline=true', unit)
  const exposure = Number(/exposure level for \S+: ([\d.]+)/.exec(security)?.[1] ?? 10)
  if (exposure > MOST_EXPOSURE) problems.push(`the unit's exposure is ${exposure}`)

  const rules = run('promtool', 'check', 'rules', 'deploy/alerts.yml')
  run('promtool', 'test', 'rules', 'tests/cluster/alerts.test.yml')
  return {
    name: 'files of deploy/',
    problems,
    facts: `haproxy and systemd take them, exposure ${exposure}, ${/\d+ rules/.exec(rules)?.[0] ?? 'no rules'} fire as promised`,
  }
}
