import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { CameraButton } from './camera-button'

const withPointer = (kind: 'coarse' | 'fine') =>
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === `(pointer: ${kind})` }))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('opens the camera of a phone, and hands over what it took, twice the same photo, too', () => {
  withPointer('coarse')
  const taken: File[] = []
  const { container } = render(<CameraButton busy={false} onFile={(file) => taken.push(file)} />)
  const input = container.querySelector('input')
  if (input === null) throw new Error('There is no input')
  expect([input.type, input.accept, input.getAttribute('capture')]).toEqual([
    'file',
    'image/jpeg,image/png',
    'environment',
  ])
  const opened = vi.spyOn(input, 'click')
  fireEvent.click(screen.getByRole('button', { name: 'Take a photo' }))
  expect(opened).toHaveBeenCalledOnce()
  const photo = new File(['x'], 'image.jpg', { type: 'image/jpeg' })
  fireEvent.change(input, { target: { files: [photo] } })
  expect(taken).toEqual([photo])
  expect(input.value).toBe('')
})

test('is not there beside a mouse', () => {
  withPointer('fine')
  render(<CameraButton busy={false} onFile={() => undefined} />)
  expect(screen.queryByRole('button')).toBeNull()
})
