import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { CameraButton } from './photo-field'

afterEach(cleanup)

test('opens the camera of a phone, and hands over what it took, twice the same photo, too', () => {
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
