import { useEffect, useRef, useState, type ReactElement } from 'react'
import { LiveRegion } from '@/client/design-system/visually-hidden'
import { css } from 'styled-system/css'

/** The bubble says that it was copied for this long (rules 9). */
const COPIED_MS = 1500
const DISTANCE = 8

interface ClipboardProps {
  text: string
  copiedLabel: string
  copiedMs?: number
  /** The control that copies. A browser that forbids it says nothing (rules 8). */
  children: (copy: () => void) => ReactElement
}

/** Puts a text on the clipboard and says so once it is there. Ark's says so also when the browser refuses. */
export function Clipboard({ text, copiedLabel, copiedMs = COPIED_MS, children }: ClipboardProps) {
  // Each copy is a new object: the time begins again.
  const [copied, setCopied] = useState<object>()
  // It stands before the control, which is the caller's and takes no ref.
  const before = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (copied === undefined) return
    const timer = setTimeout(() => setCopied(undefined), copiedMs)
    return () => clearTimeout(timer)
  }, [copied, copiedMs])
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setCopied({}),
      () => undefined,
    )
  }
  return (
    <>
      <span ref={before} hidden />
      {children(copy)}
      {copied === undefined ? null : (
        <div
          ref={(bubble) => placeAbove(bubble, before.current?.nextElementSibling)}
          role="tooltip"
          popover="manual"
          className={tooltip}
        >
          {copiedLabel}
        </div>
      )}
      <LiveRegion>{copied === undefined ? null : copiedLabel}</LiveRegion>
    </>
  )
}

/** Below it at the top of the window. The browser's own popover stands over open menus, too. */
function placeAbove(bubble: HTMLElement | null, control: Element | null | undefined): void {
  if (!bubble || !control) return
  // Browsers before 2024 show it without, as any element.
  if ('showPopover' in bubble) bubble.showPopover()
  const { left, width, top, bottom } = control.getBoundingClientRect()
  const above = top - bubble.offsetHeight - DISTANCE
  const middle = left + (width - bubble.offsetWidth) / 2
  const most = document.documentElement.clientWidth - bubble.offsetWidth - DISTANCE
  bubble.style.left = `${Math.max(DISTANCE, Math.min(middle, most))}px`
  bubble.style.top = `${above < DISTANCE ? bottom + DISTANCE : above}px`
}

const tooltip = css({
  position: 'fixed',
  inset: '[auto]',
  zIndex: 'toast',
  maxWidth: '[16rem]',
  paddingInline: '2.5',
  paddingBlock: '1.5',
  borderRadius: 'sm',
  bg: 'fg.default',
  color: 'bg.page',
  fontSize: 'xs',
  lineHeight: 'snug',
  fontWeight: 'medium',
  animation: 'fadeIn',
})
