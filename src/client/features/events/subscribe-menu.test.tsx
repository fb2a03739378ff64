import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { inRouter } from '@tests/support/in-router'

import { SubscribeMenu } from './subscribe-menu'

test('the code for another site keeps the tags of the list, and says that it keeps nothing else', async () => {
  const copied = vi.fn<(text: string) => Promise<void>>().mockResolvedValue(undefined)
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: copied } })
  const search = { tags: 'surf,music', q: 'fado' }
  render(await inRouter(<SubscribeMenu id="follow" search={search} />))
  fireEvent.click(screen.getByText('Put this list on your site'))
  const [told] = await screen.findAllByText(/^Code copied/)
  expect(told?.textContent).toBe('Code copied. It keeps the list’s tags, but no other filter.')
  expect(copied.mock.calls[0]?.[0]).toContain('/embed?tags=surf%2Cmusic&amp;lang=en')
  expect(copied.mock.calls[0]?.[0]).not.toContain('fado')
})
