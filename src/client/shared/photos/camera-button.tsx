import { useRef } from 'react'
import { Button } from '@/client/design-system/button'
import { CameraIcon } from '@/client/design-system/icons/form-icons'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'

interface CameraButtonProps {
  busy: boolean
  onFile: (file: File) => void
}

/**
 * Takes a photo with the camera of a phone or a tablet (HTML Media Capture): its picker may offer only what is stored. It is hidden where
 * the main pointer is a mouse: `capture` is ignored there. A style does that, so that the form does not move once it is hydrated.
 */
export function CameraButton({ busy, onFile }: CameraButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button variant="secondary" busy={busy} className={byFinger} onClick={() => input.current?.click()}>
        <CameraIcon size={20} />
        {m.form_photo_take()}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png"
        capture="environment"
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // The same photo can be taken again.
          if (file) onFile(file)
          currentTarget.value = ''
        }}
      />
    </>
  )
}

const byFinger = css({ '@media not (pointer: coarse)': { display: 'none' } })
