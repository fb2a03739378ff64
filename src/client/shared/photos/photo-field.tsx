import {
  FileUploadDropzone,
  FileUploadHiddenInput,
  FileUploadRootProvider,
  FileUploadTrigger,
  useFileUpload,
} from '@ark-ui/react/file-upload'
import { CameraIcon, ImageIcon, Trash2Icon } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { Button } from '@/client/design-system/button'
import { FieldError } from '@/client/design-system/forms/field'
import { toast } from '@/client/shared/notifications/toast'
import * as m from '@/messages/compiled/messages.js'
import { problemText } from '@/messages/problem-text'
import type { OutboxPhoto } from '@/offline/outbox/entry'
import { css } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { field } from 'styled-system/recipes'
import { PhotoPreview } from './photo'
import { preparePhoto, type PhotoError } from './prepare-photo'

// HEIC is left out on purpose: an iPhone then converts to JPEG by itself.
const ACCEPT = ['image/jpeg', 'image/png']

interface PhotoFieldProps {
  id?: string
  /** One that is stored already by its address; 'withheld' where nobody may see it yet. */
  photo: OutboxPhoto | string | undefined
  /** The line below a stored photo, and its alternative text; without them it is a photo of an event. */
  stored?: { note: string; alt: string }
  onChange: (photo: OutboxPhoto | undefined) => void
  onBusy: (busy: boolean) => void
  error?: string | undefined
}

/** A photo by choosing, dropping or pasting, ready to be stored and sent as soon as its preview is shown (rules 2.7, 5). */
export function PhotoField(props: PhotoFieldProps) {
  const { photo, onChange, onBusy } = props
  const { stored = { note: m.admin_edit_photo_stored(), alt: m.admin_edit_photo() } } = props
  const [photoError, setPhotoError] = useState<PhotoError>()
  const [busy, setBusy] = useState(false)
  const latest = useRef(0)
  const root = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const ownId = useId()
  const id = props.id ?? ownId
  const error = photoError ? photoErrorText(photoError) : props.error

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
    trigger.current?.focus()
  }
  const upload = useFileUpload({
    ids: { dropzone: id },
    accept: ACCEPT,
    invalid: error !== undefined,
    // The list is controlled: the form holds the photo, so Ark's own list is cleared.
    acceptedFiles: NONE,
    onFileAccept: ({ files: [file] }) => file && void prepare(file),
    // Types and names of files are often wrong: the photo is judged by its bytes.
    onFileReject: ({ files: [rejected] }) => rejected && void prepare(rejected.file),
  })
  const paste = useEffectEvent((event: ClipboardEvent) => {
    // A form that is not ready yet would lose it.
    if (root.current?.closest('[inert]')) return
    if (upload.setClipboardFiles(event.clipboardData)) event.preventDefault()
  })
  useEffect(() => {
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
  const isThere = photo !== undefined
  const choose = isThere ? m.form_photo_replace() : m.form_photo_choose()
  return (
    <FileUploadRootProvider ref={root} value={upload} className={field().root}>
      <span id={`${id}-label`} className={field().label}>
        {m.form_photo()}
        <span className={field().optional}> ({m.form_optional()})</span>
      </span>
      <FileUploadDropzone
        disableClick
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the element is Ark's; its own role would be `application`
        role="group"
        tabIndex={-1}
        aria-labelledby={`${id}-label`}
        aria-describedby={error ? `${id}-error` : undefined}
        className={dropzone}
      >
        {photo === undefined || photo === 'withheld' ? (
          <ImageIcon size="2.5rem" />
        ) : typeof photo === 'string' ? (
          <img src={photo} alt={stored.alt} className={preview} />
        ) : (
          <PhotoPreview photo={photo} alt={m.form_photo_preview()} className={preview} />
        )}
        <div className={cluster({ justify: 'center' })}>
          <FileUploadTrigger asChild>
            <Button ref={trigger} variant="secondary" busy={busy}>
              {busy ? m.form_photo_busy() : choose}
            </Button>
          </FileUploadTrigger>
          <CameraButton busy={busy} onFile={(file) => void prepare(file)} />
          {isThere ? (
            <Button variant="ghost" onClick={remove}>
              <Trash2Icon size="1.25rem" />
              {m.form_photo_remove()}
            </Button>
          ) : null}
        </div>
        <output>
          {photo === undefined ? (
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
          )}
        </output>
      </FileUploadDropzone>
      <FileUploadHiddenInput />
      <FieldError id={`${id}-error`} error={error} />
    </FileUploadRootProvider>
  )
}

const NONE: File[] = []

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
const dropzone = css({
  display: 'grid',
  justifyItems: 'center',
  gap: '3',
  padding: '[min(1.25rem, 4vw)]',
  borderRadius: 'lg',
  border: '[1.5px dashed {colors.border.strong}]',
  bg: 'bg.surface',
  textAlign: 'center',
  overflowWrap: 'anywhere',
  color: 'fg.muted',
  '&[data-dragging]': { bg: 'sea.subtle', borderColor: 'focus' },
  '&[data-invalid]': { borderColor: 'danger' },
})
