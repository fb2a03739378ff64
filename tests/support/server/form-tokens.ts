import type { TestApp } from './app'
import { call } from './calls'

/** A form token that is old enough to have been filled in; the test's clock goes on by five seconds. */
export async function agedFormToken(test: TestApp, remoteAddress?: string): Promise<string> {
  const response = await call(
    test,
    'POST',
    '/form-tokens',
    remoteAddress === undefined ? {} : { remoteAddress },
  )
  test.clock.advance({ seconds: 5 })
  return (response.data as { token: string }).token
}
