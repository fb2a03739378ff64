import 'fake-indexeddb/auto'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inRouter } from '@tests/support/in-router'
import { QueryProvider } from '@tests/support/query-provider'
import { collectToasts } from '@tests/support/toasts'
import { signInAdministrator, publishedEvent } from './back-office.fixture'
import { LastReviewProvider, useLastReview } from './review'

const toasts = collectToasts((toast) => toast)
/** The reviews that the server was asked to undo; its reply is `respond`'s. */
let asked: string[]
let respond: (path: string) => Response
beforeEach(async () => {
  await signInAdministrator()
  asked = []
  respond = (path) =>
    Response.json({ data: { ...publishedEvent, id: path.split('/').at(-3), status: 'ON_REVIEW' } })
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname } = new URL(url, 'http://localhost')
    asked.push(pathname)
    return respond(pathname)
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const refusal = (code: string, status: number) => Response.json({ error: { code, message: '' } }, { status })

function Reviews() {
  const { reviewed, undo } = useLastReview()
  return (
    <>
      <button onClick={() => reviewed(['a'])}>Review a</button>
      <button onClick={() => reviewed(['b'])}>Review b</button>
      <button onClick={() => reviewed(['a', 'b'])}>Review both</button>
      <button onClick={() => undo(['a'])}>Undo a</button>
    </>
  )
}

async function open(): Promise<void> {
  const page = await inRouter(
    <LastReviewProvider>
      <Reviews />
    </LastReviewProvider>,
  )
  render(page, { wrapper: QueryProvider })
}
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const pressU = () => fireEvent.keyDown(document.body, { key: 'u' })
const toastAt = (index: number) =>
  waitFor(() => expect(toasts[index]).toBeDefined()).then(() => toasts[index])

test('an undo that did not reach the server says so, and can be sent again by its toast or the key', async () => {
  await open()
  const works = respond
  respond = () => {
    throw new TypeError('Failed to fetch')
  }
  click('Review a')
  pressU()
  const failed = await toastAt(0)
  expect(failed).toMatchObject({ kind: 'error', title: 'Failed to undo' })
  expect(failed?.description).toMatch(/reach the server/)
  pressU()
  await toastAt(1)
  respond = works
  failed?.action?.onPress()
  expect(await toastAt(2)).toMatchObject({ kind: 'success' })
})

test.each([
  ['CONFLICT', 409],
  ['NOT_FOUND', 404],
])('an undo that is refused with %s came too late', async (code, status) => {
  await open()
  respond = () => refusal(code, status)
  click('Review a')
  pressU()
  expect(await toastAt(0)).toMatchObject({ kind: 'error', title: 'This can no longer be undone' })
})

test('a batch that did not reach the server is told from one that came too late', async () => {
  await open()
  respond = () => refusal('TOO_MANY_REQUESTS', 429)
  click('Review both')
  pressU()
  expect(await toastAt(0)).toMatchObject({ kind: 'error', title: 'Failed to undo' })
  respond = () => Response.json({ data: { done: ['a'], failed: ['b'] } })
  pressU()
  await toastAt(2)
  expect(toasts.slice(1).map(({ title }) => title)).toEqual([
    '1 event is on review again',
    '1 review can no longer be undone',
  ])
})

test('the key undoes the last review after an older one was undone by its toast', async () => {
  await open()
  click('Review a')
  click('Review b')
  click('Undo a')
  await toastAt(0)
  pressU()
  await toastAt(1)
  expect(asked.at(-1)).toContain('/b/')
})
