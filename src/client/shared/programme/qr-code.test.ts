import { expect, test } from 'vitest'
import { qrPath } from './qr-code'

/** Dark modules as `x y`. */
function darkModules(path: string): Set<string> {
  const runs = [...path.matchAll(/M(\d+) (\d+)h(\d+)/g)].map(
    ([, x, y, length]) => [Number(x), Number(y), Number(length)] as const,
  )
  return new Set(runs.flatMap(([x, y, length]) => Array.from({ length }, (_, step) => `${x + step} ${y}`)))
}

test('renders the three finder patterns within a quiet zone of four modules', () => {
  const { size, path } = qrPath('https://ericeira.events/app')
  const dark = darkModules(path)
  const far = size - 5
  const finders = [
    [4, 4],
    [far - 6, 4],
    [4, far - 6],
  ] as const
  for (const [left, top] of finders) {
    const side = Array.from({ length: 7 }, (_, step) => step)
    expect(side.every((step) => dark.has(`${left + step} ${top}`) && dark.has(`${left} ${top + step}`))).toBe(
      true,
    )
    expect(dark.has(`${left + 1} ${top + 1}`)).toBe(false)
    expect(dark.has(`${left + 3} ${top + 3}`)).toBe(true)
  }
  const positions = [...dark].flatMap((at) => at.split(' ').map(Number))
  expect(Math.min(...positions)).toBe(4)
  expect(Math.max(...positions)).toBe(far)
})
