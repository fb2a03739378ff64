import { Clipboard } from '@/client/design-system/clipboard'

interface CopyItemProps {
  text: string
  label: string
  copiedLabel: string
  /** How long it is shown, for what takes longer to read. */
  copiedMs?: number
}

/** The item of a menu that copies a text. */
export function CopyItem({ text, label, copiedLabel, copiedMs }: CopyItemProps) {
  return (
    <Clipboard text={text} copiedLabel={copiedLabel} {...(copiedMs !== undefined && { copiedMs })}>
      {(copy) => (
        <button
          type="button"
          onClick={(event) => {
            // The menu stays, and with it the word that it is copied.
            event.stopPropagation()
            copy()
          }}
        >
          {label}
        </button>
      )}
    </Clipboard>
  )
}
