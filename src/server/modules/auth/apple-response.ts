import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { APPLE_RESPONSE_PATH } from '@/contract/plain-routes'
import { PROFILE_NAME_MAX } from '@/domain/accounts/account'
import { cutText, toOneLine } from '@/domain/text/plain-text'

/** A code, a state, and a name with an address. */
const BODY_BYTES = 8 * 1024

const FIELDS = {
  code: z.string().check(z.maxLength(2048)),
  state: z.string().check(z.maxLength(200)),
  error: z.string().check(z.regex(/^\w{1,60}$/)),
}

/** Apple's `user`, which it sends at the very first sign-in alone. The address in it proves nothing. */
const user = z.object({
  name: z.object({ firstName: z.optional(z.string()), lastName: z.optional(z.string()) }),
})

/**
 * Apple's page posts its response here (`response_mode=form_post`): this hands it on to our page of the same address. It goes into the
 * fragment, which no server ever sees: nothing is stored, logged or validated here but for its shape. The page compares the state. It is
 * the one route that reads a form's encoding.
 */
export function appleResponseRoute(app: FastifyInstance): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: BODY_BYTES },
      async (_request: unknown, body: string) => new URLSearchParams(body),
    )
    scope.post(APPLE_RESPONSE_PATH, { bodyLimit: BODY_BYTES }, async ({ body }, reply) => {
      const fragment = body instanceof URLSearchParams ? fragmentOf(body) : ''
      return reply
        .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
        .redirect(`${APPLE_RESPONSE_PATH}#${fragment}`, 303)
    })
  })
}

/** The values that Apple may send, each at most once and in its shape; anything else is left out. */
function fragmentOf(posted: URLSearchParams): string {
  const fragment = new URLSearchParams()
  for (const [name, schema] of Object.entries(FIELDS)) {
    const { success, data } = schema.safeParse(onlyValue(posted, name))
    if (success) fragment.set(name, data)
  }
  const name = nameOf(onlyValue(posted, 'user'))
  if (name !== '') fragment.set('name', name)
  return fragment.toString()
}

function onlyValue(posted: URLSearchParams, name: string): string | undefined {
  const values = posted.getAll(name)
  return values.length === 1 ? values[0] : undefined
}

function nameOf(json: string | undefined): string {
  try {
    const { success, data } = user.safeParse(JSON.parse(json ?? 'null'))
    if (!success) return ''
    const { firstName = '', lastName = '' } = data.name
    return cutText([firstName, lastName].map(toOneLine).join(' ').trim(), PROFILE_NAME_MAX).trim()
  } catch {
    return ''
  }
}
