import { fireEvent, render, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderRoute } from '@tests/support/in-route'
import { inRouter } from '@tests/support/in-router'
import { Route } from './events-route'
import { SubscribeMenu } from './subscribe-menu'

test('the code for another site keeps the tags of the list, and says that it keeps nothing else', async () => {
  const copied = vi.fn<(text: string) => Promise<void>>().mockResolvedValue(undefined)
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: copied } })
  const filter = { tags: ['surf', 'music'], text: 'fado' }
  render(await inRouter(<SubscribeMenu id="follow" filter={filter} />))
  fireEvent.click(screen.getByText('Put this list on your site'))
  const [told] = await screen.findAllByText(/^Code copied/)
  expect(told?.textContent).toBe('Code copied. It keeps the list’s tags, but no other filter.')
  expect(copied.mock.calls[0]?.[0]).toContain('/embed?tags=surf%2Cmusic&amp;lang=en')
  expect(copied.mock.calls[0]?.[0]).not.toContain('fado')
})

test('pressed before its menu has loaded, Subscribe loads and opens it', async () => {
  // happy-dom has no popovers.
  const opened = vi.fn<(this: HTMLElement) => void>()
  HTMLElement.prototype.showPopover = opened
  onTestFinished(() => void Reflect.deleteProperty(HTMLElement.prototype, 'showPopover'))
  const programme = {
    list: async () => ({ data: { items: [], has_more: false } }),
    event: async () => null,
    usedTags: async () => ({ data: [] }),
  }
  await renderRoute(Route, { path: '/events', programme })
  const button = await screen.findByRole('button', { name: 'Subscribe' })
  expect(screen.queryByText('Put this list on your site')).toBeNull()
  fireEvent.click(button)
  const menu = (await screen.findByText('Put this list on your site')).closest('[popover]')
  // An effect opens it, after it is there.
  await vi.waitFor(() => expect(opened.mock.contexts).toEqual([menu]))
  expect(menu?.id).toBe(button.getAttribute('popovertarget'))
})
