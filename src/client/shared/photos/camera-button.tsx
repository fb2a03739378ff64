import { useRef } from 'react'
import { Button } from '@/client/design-system/button'
import { CameraIcon } from '@/client/design-system/icons/form-icons'
import * as m from '@/messages/compiled/messages.js'

interface CameraButtonProps {
  busy: boolean
  onFile: (file: File) => void
}

/**
 * Takes a photo with the camera of a phone or a tablet (HTML Media Capture): its picker may offer only what is stored. Nothing
 * where the main pointer is a mouse: `capture` is ignored there.
 */
export function CameraButton({ busy, onFile }: CameraButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  if (!matchMedia('(pointer: coarse)').matches) return null
  return (
    <>
      <Button variant="secondary" busy={busy} onClick={() => input.current?.click()}>
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
