import { useClipboard } from '@ark-ui/react/clipboard'
import type { ReactElement } from 'react'
import { Tooltip } from '@/client/ui/tooltip'
import { LiveRegion } from '@/client/ui/visually-hidden'

/** Spec 9. */
const COPIED_MS = 1500

interface ClipboardProps {
  /** Shown above the control for a moment, and announced: "Link copied!". */
  copiedLabel: string
  /** The control; it calls `copy` with the text. A browser that forbids copying says nothing (spec 8). */
  children: (copy: (text: string) => void) => ReactElement
}

/** Puts a text on the clipboard and says so. */
export function Clipboard({ copiedLabel, children }: ClipboardProps) {
  const clipboard = useClipboard({ timeout: COPIED_MS })
  const copy = (text: string) => {
    clipboard.setValue(text)
    clipboard.copy()
  }
  return (
    <>
      <Tooltip label={copiedLabel} open={clipboard.copied}>
        {children(copy)}
      </Tooltip>
      <LiveRegion>{clipboard.copied ? copiedLabel : null}</LiveRegion>
    </>
  )
}
