import {
  FileUploadDropzone,
  FileUploadHiddenInput,
  FileUploadRootProvider,
  FileUploadTrigger,
  useFileUpload,
  type UseFileUploadProps,
} from '@ark-ui/react/file-upload'
import { useEffect, useEffectEvent, useId, useRef, type ReactNode } from 'react'
import { Button } from '@/client/design-system/button'
import { FieldError } from '@/client/design-system/forms/field'
import { Trash2Icon } from 'lucide-react'
import { cluster } from 'styled-system/patterns'
import { css } from 'styled-system/css'
import { field } from 'styled-system/recipes'

export function FileUpload(props: {
  id?: string | undefined
  label: string
  optionalText?: string
  error?: string | undefined
  accept: NonNullable<UseFileUploadProps['accept']>
  chooseLabel: string
  busy: boolean
  removeLabel: string
  onRemove: (() => void) | undefined
  /** Not checked against `accept`, because types and names of files are often wrong: the owner validates its bytes. */
  onFile: (file: File) => void
  otherWays?: ReactNode
  note: ReactNode
  children: ReactNode
}) {
  const { label, optionalText, error, onFile, onRemove } = props
  const ownId = useId()
  const id = props.id ?? ownId
  const trigger = useRef<HTMLButtonElement>(null)
  const upload = useFileUpload({
    ids: { dropzone: id },
    accept: props.accept,
    invalid: error !== undefined,
    // The list is controlled: the owner holds the file, so Ark's own list is cleared.
    acceptedFiles: NONE,
    onFileAccept: ({ files }) => files[0] && onFile(files[0]),
    onFileReject: ({ files }) => files[0] && onFile(files[0].file),
  })
  const root = useRef<HTMLDivElement>(null)
  const paste = useEffectEvent((event: ClipboardEvent) => {
    // A form that is not ready yet would lose it.
    if (root.current?.closest('[inert]')) return
    if (upload.setClipboardFiles(event.clipboardData)) event.preventDefault()
  })
  useEffect(() => {
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
  return (
    <FileUploadRootProvider ref={root} value={upload} className={field().root}>
      <span id={`${id}-label`} className={field().label}>
        {label}
        {optionalText ? <span className={field().optional}> ({optionalText})</span> : null}
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
        {props.children}
        <div className={cluster({ justify: 'center' })}>
          <FileUploadTrigger asChild>
            <Button ref={trigger} variant="secondary" busy={props.busy}>
              {props.chooseLabel}
            </Button>
          </FileUploadTrigger>
          {props.otherWays}
          {onRemove ? (
            <Button
              variant="ghost"
              onClick={() => {
                onRemove()
                trigger.current?.focus()
              }}
            >
              <Trash2Icon size="1.25rem" />
              {props.removeLabel}
            </Button>
          ) : null}
        </div>
        <output>{props.note}</output>
      </FileUploadDropzone>
      <FileUploadHiddenInput />
      <FieldError id={`${id}-error`} error={error} />
    </FileUploadRootProvider>
  )
}

const NONE: File[] = []

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
