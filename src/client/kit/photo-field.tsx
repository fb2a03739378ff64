import { useCallback, useRef, useState } from 'react'
import type { DragEvent } from 'react'
import { toast } from '@/client/shell/toast'
import { Button } from '@/client/ui/button'
import { Field } from '@/client/ui/field'
import { PhotoIcon, TrashIcon } from '@/client/ui/icons'
import { Spinner } from '@/client/ui/spinner'
import * as m from '@/messages/compiled/messages.js'
import { problemText } from '@/messages/problem-text'
import type { OutboxPhoto } from '@/offline/outbox/entry'
import { css, cx } from 'styled-system/css'
import { button } from 'styled-system/recipes'
import { preparePhoto } from './event-form/prepare-photo'
import type { PhotoTrouble } from './event-form/prepare-photo'

// HEIC is left out on purpose: an iPhone then hands over a JPEG by itself.
const ACCEPT = 'image/jpeg,image/png,.jpg,.jpeg,.png'

interface PhotoFieldProps {
  photo: OutboxPhoto | undefined
  onChange: (photo: OutboxPhoto | undefined) => void
  /** While a picked photo is being read and made smaller. */
  onBusy: (busy: boolean) => void
  error?: string | undefined
}

/** A photo by choosing or dropping, ready to be kept and sent as soon as its preview is there (spec 2.7, 5). */
export function PhotoField({ photo, onChange, onBusy, error }: PhotoFieldProps) {
  const [trouble, setTrouble] = useState<PhotoTrouble>()
  const [busy, setBusy] = useState(false)
  const [isOver, setIsOver] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  const latest = useRef(0)

  const take = async (picked: File | undefined) => {
    if (picked === undefined) return
    const turn = ++latest.current
    setTrouble(undefined)
    setBusy(true)
    onBusy(true)
    const prepared = await preparePhoto(picked, picked.name)
    // Somebody who picks another while one is being prepared means the other.
    if (turn !== latest.current) return
    setBusy(false)
    onBusy(false)
    if ('photo' in prepared) return onChange(prepared.photo)
    setTrouble(prepared.trouble)
    if (prepared.trouble === 'photo_too_big') {
      toast.error(m.form_photo_too_big_title(), {
        description: m.form_photo_too_big_text(),
        durationMs: 5000,
      })
    }
  }
  const remove = () => {
    latest.current++
    setBusy(false)
    onBusy(false)
    setTrouble(undefined)
    onChange(undefined)
    file.current?.focus()
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    void take(event.dataTransfer.files[0])
  }

  return (
    <Field
      label={m.form_photo()}
      optionalText={m.form_optional()}
      error={trouble ? troubleText(trouble) : error}
    >
      {(wiring) => (
        <div
          className={zone}
          data-over={isOver ? '' : undefined}
          onDragOver={(event) => {
            event.preventDefault()
            setIsOver(true)
          }}
          onDragLeave={() => setIsOver(false)}
          onDrop={onDrop}
        >
          {photo ? <Preview photo={photo} /> : <PhotoIcon size={40} />}
          <div className={actions}>
            <label className={cx(button({ variant: 'secondary' }), fileLabel)}>
              {busy ? <Spinner /> : null}
              {busy ? m.form_photo_busy() : photo ? m.form_photo_replace() : m.form_photo_choose()}
              <input
                {...wiring}
                ref={file}
                type="file"
                accept={ACCEPT}
                className={fileInput}
                onChange={(event) => {
                  void take(event.target.files?.[0])
                  // The same file can be chosen again after it was removed.
                  event.target.value = ''
                }}
              />
            </label>
            {photo ? (
              <Button variant="ghost" onClick={remove}>
                <TrashIcon size={20} />
                {m.form_photo_remove()}
              </Button>
            ) : null}
          </div>
          <output className={note}>
            {photo
              ? m.form_photo_ready({ name: photo.name, size: Math.ceil(photo.bytes.byteLength / 1024) })
              : m.form_photo_drop()}
          </output>
        </div>
      )}
    </Field>
  )
}

function Preview({ photo }: { photo: OutboxPhoto }) {
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (image === null) return
      image.src = URL.createObjectURL(new Blob([photo.bytes], { type: photo.type }))
      return () => URL.revokeObjectURL(image.src)
    },
    [photo],
  )
  return <img ref={show} alt={m.form_photo_preview()} className={preview} />
}

function troubleText(trouble: PhotoTrouble): string {
  return trouble === 'photo_heic' ? m.form_photo_heic() : problemText(trouble)
}

const zone = css({
  display: 'grid',
  justifyItems: 'center',
  gap: '3',
  padding: '5',
  borderRadius: 'lg',
  border: '[1.5px dashed {colors.border.strong}]',
  bg: 'bg.surface',
  textAlign: 'center',
  color: 'fg.muted',
  '&[data-over]': { bg: 'sea.subtle', borderColor: 'focus' },
})
const actions = css({ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: '2' })
const fileLabel = css({
  position: 'relative',
  cursor: 'pointer',
  _focusWithin: { outline: '[3px solid {colors.focus}]', outlineOffset: '[2px]' },
})
// Kept in the page and focusable, under its label: a hidden input could not be reached by keyboard.
const fileInput = css({
  position: 'absolute',
  inset: '0',
  width: 'full',
  height: 'full',
  opacity: '0',
  cursor: 'inherit',
})
const note = css({ textStyle: 'small' })
const preview = css({ maxWidth: 'full', maxHeight: '[20rem]', borderRadius: 'md', objectFit: 'contain' })
