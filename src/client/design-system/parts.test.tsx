import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'

import { afterEach, describe, expect, it, vi } from 'vitest'
import { Clipboard } from '@/client/design-system/clipboard'

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

function pressCopy(writeText: (text: string) => Promise<void>): void {
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } })
  render(
    <Clipboard text="https://example.org" copiedLabel="Link copied!">
      {(copy) => (
        <button type="button" onClick={copy}>
          Copy link
        </button>
      )}
    </Clipboard>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Copy link' }))
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

describe('Clipboard', () => {
  it('stops saying so after 1.5 s', async () => {
    vi.useFakeTimers()
    pressCopy(async () => undefined)
    await pass(0)
    await pass(1499)
    expect(screen.getByRole('status').textContent).toBe('Link copied!')
    await pass(1)
    expect(screen.getByRole('status').textContent).toBe('')
  })

  it('says nothing when the browser refuses', async () => {
    const refusal = Promise.reject(new DOMException('not allowed', 'NotAllowedError'))
    pressCopy(() => refusal)
    await act(() => refusal.catch(() => undefined))
    expect(screen.queryByText('Link copied!')).toBeNull()
  })
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
