import { useRef, useState } from 'react'
import { toast } from '@/client/shared/notifications/toast'
import { FileUpload } from '@/client/design-system/forms/file-upload'
import { ImageIcon, CameraIcon } from 'lucide-react'
import * as m from '@/messages/compiled/messages.js'
import { problemText } from '@/messages/problem-text'
import type { OutboxPhoto } from '@/offline/outbox/entry'
import { Button } from '@/client/design-system/button'
import { css } from 'styled-system/css'
import { PhotoPreview } from './photo'
import { preparePhoto, type PhotoError } from './prepare-photo'

// HEIC is left out on purpose: an iPhone then converts to JPEG by itself.
const ACCEPT = ['image/jpeg', 'image/png']

interface PhotoFieldProps {
  id?: string
  /** One that is stored already by its address; 'withheld' where nobody may see it yet. */
  photo: OutboxPhoto | string | undefined
  /** What the stored photo is: the line below it, and its alternative text; without it a photo of an event. */
  stored?: { note: string; alt: string }
  onChange: (photo: OutboxPhoto | undefined) => void
  onBusy: (busy: boolean) => void
  error?: string | undefined
}

/** A photo by choosing, dropping or pasting, ready to be stored and sent as soon as its preview is shown (rules 2.7, 5). */
export function PhotoField(props: PhotoFieldProps) {
  const { id, photo, onChange, onBusy, error } = props
  const { stored = { note: m.admin_edit_photo_stored(), alt: m.admin_edit_photo() } } = props
  const [photoError, setPhotoError] = useState<PhotoError>()
  const [busy, setBusy] = useState(false)
  const latest = useRef(0)

  const prepare = async (picked: File) => {
    const pick = ++latest.current
    setPhotoError(undefined)
    setBusy(true)
    onBusy(true)
    const prepared = await preparePhoto(picked, picked.name).catch(() => ({ error: 'photo_broken' }) as const)
    // Somebody who picks another while one is being prepared means the other.
    if (pick !== latest.current) return
    setBusy(false)
    onBusy(false)
    if ('photo' in prepared) return onChange(prepared.photo)
    setPhotoError(prepared.error)
    if (prepared.error === 'photo_too_big') {
      toast.error(m.form_photo_too_big_title(), { description: m.form_photo_too_big_text() })
    }
  }
  const remove = () => {
    latest.current++
    setBusy(false)
    onBusy(false)
    setPhotoError(undefined)
    onChange(undefined)
  }
  const isThere = photo !== undefined
  const choose = isThere ? m.form_photo_replace() : m.form_photo_choose()
  return (
    <FileUpload
      id={id}
      label={m.form_photo()}
      optionalText={m.form_optional()}
      error={photoError ? photoErrorText(photoError) : error}
      accept={ACCEPT}
      chooseLabel={busy ? m.form_photo_busy() : choose}
      busy={busy}
      removeLabel={m.form_photo_remove()}
      onRemove={isThere ? remove : undefined}
      onFile={(file) => void prepare(file)}
      otherWays={<CameraButton busy={busy} onFile={(file) => void prepare(file)} />}
      note={
        photo === undefined ? (
          <>
            <span className={byMouse}>{m.form_photo_drop()} </span>
            {m.form_photo_kinds()}
          </>
        ) : photo === 'withheld' ? (
          m.form_photo_withheld()
        ) : typeof photo === 'string' ? (
          stored.note
        ) : (
          m.form_photo_ready({ name: photo.name, size: Math.ceil(photo.bytes.byteLength / 1024) })
        )
      }
    >
      {photo === undefined || photo === 'withheld' ? (
        <ImageIcon size="2.5rem" />
      ) : typeof photo === 'string' ? (
        <img src={photo} alt={stored.alt} className={preview} />
      ) : (
        <PhotoPreview photo={photo} alt={m.form_photo_preview()} className={preview} />
      )}
    </FileUpload>
  )
}

export function photoErrorText(code: PhotoError): string {
  return code === 'photo_heic' ? m.form_photo_heic() : problemText(code)
}

const byMouse = css({ '@media (pointer: coarse)': { display: 'none' } })

/** `capture` (HTML Media Capture) is ignored where the main pointer is a mouse. A style hides it there, so that hydration moves nothing. */
function CameraButton({ busy, onFile }: { busy: boolean; onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button variant="secondary" busy={busy} className={byFinger} onClick={() => input.current?.click()}>
        <CameraIcon size="1.25rem" />
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
          if (file) onFile(file)
          currentTarget.value = ''
        }}
      />
    </>
  )
}

const byFinger = css({ '@media not (pointer: coarse)': { display: 'none' } })

const preview = css({ maxWidth: 'full', maxHeight: '[20rem]', borderRadius: 'md', objectFit: 'contain' })
