import { expect, it } from 'vitest'
import { createTurnstile } from './turnstile'

it('lets two in at once, the others in the order they came, and goes on after a failure', async () => {
  const enter = createTurnstile(2)
  const inside: string[] = []
  const leave = new Map<string, (error?: Error) => void>()
  const visit = (name: string) =>
    enter(
      () =>
        new Promise<void>((resolve, reject) => {
          inside.push(name)
          leave.set(name, (error) => (error === undefined ? resolve() : reject(error)))
        }),
    )
  const [first, second, third, fourth] = [visit('a'), visit('b'), visit('c'), visit('d')]
  expect(inside).toEqual(['a', 'b'])

  leave.get('b')?.(new Error('fell'))
  await expect(second).rejects.toThrow('fell')
  expect(inside).toEqual(['a', 'b', 'c'])

  leave.get('c')?.()
  await third
  expect(inside).toEqual(['a', 'b', 'c', 'd'])
  leave.get('a')?.()
  leave.get('d')?.()
  await Promise.all([first, fourth])
})
