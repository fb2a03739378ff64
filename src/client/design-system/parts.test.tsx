import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Clipboard } from '@/client/design-system/clipboard'
import { Dialog } from '@/client/design-system/overlays/dialog'
import { FileUpload } from '@/client/design-system/forms/file-upload'

function DialogHolder() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Show photo
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Fado" closeLabel="Close" />
    </>
  )
}

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

describe('Dialog', () => {
  it('has its title as its name, closes on Escape and gives the focus back', async () => {
    render(<DialogHolder />)
    const opener = screen.getByRole('button', { name: 'Show photo' })
    opener.focus()
    fireEvent.click(opener)
    const dialog = await screen.findByRole('dialog', { name: 'Fado' })
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    fireEvent.keyDown(dialog, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(opener))
  })
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
  it('says that it copied, also aloud', async () => {
    const written: string[] = []
    pressCopy(async (text) => void written.push(text))
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Link copied!'))
    expect((await screen.findByRole('tooltip')).textContent).toBe('Link copied!')
    expect(written).toEqual(['https://example.org'])
  })

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

  it('is one named group, described by what is wrong with it', () => {
    renderUpload()
    expect(screen.getByRole('group', { name: 'Photo', description: 'Only JPG' })).toBeTruthy()
  })

  it('leaves the focus on its first button when a file is removed', () => {
    renderUpload(() => undefined)
    fireEvent.click(screen.getByRole('button', { name: 'Remove photo' }))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Choose a photo' }))
  })
})
