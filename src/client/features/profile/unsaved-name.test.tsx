import { cleanup, render, screen } from '@testing-library/react'
import { inRouter } from '@tests/support/in-router'
import { afterEach, expect, test } from 'vitest'
import { UnsavedName } from './profile-page'

afterEach(cleanup)

test('the name that was being typed keeps the focus when its form goes with the session', async () => {
  render(await inRouter(<UnsavedName name="Ana Sousa" onChange={() => undefined} />))
  const name = await screen.findByRole('textbox', { name: 'Name' })
  expect(name).toHaveProperty('value', 'Ana Sousa')
  expect(document.activeElement).toBe(name)
})
