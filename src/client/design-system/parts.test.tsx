import { cleanup, fireEvent, render, waitFor } from '@testing-library/react'

import { afterEach, describe, expect, it, vi } from 'vitest'

import { FileUpload } from '@/client/design-system/forms/file-upload'

const file = (name: string, type: string) => new File(['x'], name, { type })

function renderUpload(onRemove?: () => void) {
  const files: string[] = []
  const { container } = render(
    <FileUpload
      label="Photo"
      accept={['image/jpeg']}
      chooseLabel="Choose a photo"
      busy={false}
      removeLabel="Remove photo"
      onRemove={onRemove}
      onFile={({ name }) => files.push(name)}
      note="or drop it here"
      error="Only JPG"
    >
      <span />
    </FileUpload>,
  )
  const input = container.querySelector('input[type=file]')
  if (input === null) throw new Error('No file input')
  return { files, input }
}

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('FileUpload', () => {
  it('hands on what was chosen, whatever its name and type claim', async () => {
    const { files, input } = renderUpload()
    for (const chosen of [file('a.jpg', 'image/jpeg'), file('b.heic', '')]) {
      Object.defineProperty(input, 'files', { configurable: true, value: [chosen] })
      fireEvent.input(input)
    }
    await waitFor(() => expect(files).toEqual(['a.jpg', 'b.heic']))
  })
})
