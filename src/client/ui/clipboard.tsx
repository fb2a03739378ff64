import { useClipboard } from '@ark-ui/react/clipboard'
import type { ReactElement } from 'react'
import { Tooltip } from '@/client/ui/tooltip'
import { LiveRegion } from '@/client/ui/visually-hidden'

/** Spec 9. */
const COPIED_MS = 1500

interface ClipboardProps {
  text: string
  /** Shown above the control for a moment, and announced: "Link copied!". */
  copiedLabel: string
  /** How long; 1.5 s unless said. */
  copiedMs?: number
  /** The control that copies. A browser that forbids it says nothing (spec 8). */
  children: (copy: () => void) => ReactElement
}

/** Puts a text on the clipboard and says so. */
export function Clipboard({ text, copiedLabel, copiedMs = COPIED_MS, children }: ClipboardProps) {
  const clipboard = useClipboard({ value: text, timeout: copiedMs })
  return (
    <>
      <Tooltip label={copiedLabel} open={clipboard.copied}>
        {children(clipboard.copy)}
      </Tooltip>
      <LiveRegion>{clipboard.copied ? copiedLabel : null}</LiveRegion>
    </>
  )
}
