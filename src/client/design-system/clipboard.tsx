import { useEffect, useState } from 'react'
import type { ReactElement } from 'react'
import { Tooltip } from '@/client/design-system/tooltip'
import { LiveRegion } from '@/client/design-system/visually-hidden'

/** Rules 9. */
const COPIED_MS = 1500

interface ClipboardProps {
  text: string
  /** Shown above the control for a moment, and announced: "Link copied!". */
  copiedLabel: string
  /** How long; 1.5 s unless said. */
  copiedMs?: number
  /** The control that copies. A browser that forbids it says nothing (rules 8). */
  children: (copy: () => void) => ReactElement
}

/** Puts a text on the clipboard and says so once it is there. Not Ark's, which says so also when the browser refuses. */
export function Clipboard({ text, copiedLabel, copiedMs = COPIED_MS, children }: ClipboardProps) {
  // Each copy is a new object: the time begins again.
  const [copied, setCopied] = useState<object>()
  useEffect(() => {
    if (copied === undefined) return
    const timer = setTimeout(() => setCopied(undefined), copiedMs)
    return () => clearTimeout(timer)
  }, [copied, copiedMs])
  const copy = () => {
    writeText(text).then(
      () => setCopied({}),
      () => undefined,
    )
  }
  return (
    <>
      <Tooltip label={copiedLabel} open={copied !== undefined}>
        {children(copy)}
      </Tooltip>
      <LiveRegion>{copied === undefined ? null : copiedLabel}</LiveRegion>
    </>
  )
}

async function writeText(text: string): Promise<void> {
  if ('clipboard' in navigator) return navigator.clipboard.writeText(text)
  // A page without TLS, as in a network at home, has no clipboard but the event's own.
  const onCopy = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  }
  document.addEventListener('copy', onCopy, { once: true })
  if (!document.execCommand('copy')) throw new Error('The browser refused to copy.')
}
