/**
 * `npm run test:attacks -- [--only part-of-a-name] [--against <built checkout>] [--short]`: what an anonymous client with a script may try, on
 * the built product, on this machine only. `--short` floods for a quarter of the time, and takes five times as long for an answer. A line for each attack; with `--against` a second one for the other checkout. Exit
 * code 1 when a bar is missed here.
 */
import { readdir } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { Attack, Outcome } from './scenarios/attack'
import { startDemoServer } from '../support/demo-server'

const PORT = 3970

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    against: { type: 'string' },
    short: { type: 'boolean', default: false },
  },
})
// The setting comes before the attacks are imported, which read it.
if (values.short) process.env['ATTACKS'] = 'short'

const files = (await readdir('tests/attacks/scenarios')).filter((name) => name !== 'attack.ts').toSorted()
const modules = (await Promise.all(files.map((name) => import(`./scenarios/${name}`)))) as {
  attacks: readonly Attack[]
}[]

const { only = '' } = values
const chosen = modules.flatMap(({ attacks }) => attacks).filter(({ name }) => name.includes(only))
if (chosen.length === 0) throw new Error(`no attack has ${only} in its name`)

let missed = 0
for (const attack of chosen) {
  process.stdout.write(`${attack.name} (${attack.bar})\n`)
  const here = await run(attack, process.cwd())
  if (!here.holds) missed += 1
  print('now', here)
  if (values.against !== undefined) print('before', await run(attack, values.against))
}
process.exitCode = missed === 0 ? 0 : 1

async function run(attack: Attack, checkout: string): Promise<Outcome> {
  const server = await startDemoServer(PORT, checkout, attack.env)
  try {
    return await attack.run(server)
  } finally {
    await server.stop()
  }
}

function print(when: string, { holds, figure }: Outcome): void {
  process.stdout.write(`  ${holds ? 'holds' : 'FAILS'}  ${when.padEnd(7)} ${figure}\n`)
}
