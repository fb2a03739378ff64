import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, test, vi } from 'vitest'
import { PhotoField } from './photo-field'

const ignore = () => undefined

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function show(pointer: 'fine' | 'coarse') {
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === `(pointer: ${pointer})` }))
  render(<PhotoField photo={undefined} onChange={ignore} onBusy={ignore} />)
}

test('who has a mouse is told that a photo can be dropped', async () => {
  show('fine')
  await screen.findByText('or drop it here. JPG or PNG. Large photos are resized.')
})

test('a finger drops nothing, and is not told to', async () => {
  show('coarse')
  await screen.findByText('JPG or PNG. Large photos are resized.')
})
