import { Button } from '@/client/design-system/button'
import { Clipboard } from '@/client/design-system/clipboard'

/** rules 9. */
const COPIED_MS = 2000

interface CopyButtonProps {
  text: string
  label: string
  copiedLabel: string
  /** The name for screen readers, where the label is not enough. */
  name?: string
  className?: string
}

/** Copies a text; the back office says so for longer than the public pages do. */
export function CopyButton({ text, label, copiedLabel, name, className }: CopyButtonProps) {
  return (
    <Clipboard text={text} copiedLabel={copiedLabel} copiedMs={COPIED_MS}>
      {(copy) => (
        <Button variant="secondary" size="sm" aria-label={name} className={className} onClick={copy}>
          {label}
        </Button>
      )}
    </Clipboard>
  )
}
