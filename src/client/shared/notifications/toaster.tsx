import { useEffect, useSyncExternalStore, type CSSProperties } from 'react'
import { Toaster as Sonner, toast as sonner } from 'sonner'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { TOAST_MS, renderToastsWith, type Toast } from './toast'

/** The library's own colours do not reach AA. */
const COLOURS = {
  '--success-bg': 'var(--colors-success-subtle)',
  '--success-border': 'var(--colors-success-subtle)',
  '--success-text': 'var(--colors-success-fg)',
  '--error-bg': 'var(--colors-danger-subtle)',
  '--error-border': 'var(--colors-danger-subtle)',
  '--error-text': 'var(--colors-danger-fg)',
} as CSSProperties

/** The library's own is 24 px high, and no class of ours outranks its style. */
const ACTION: CSSProperties = {
  height: 'auto',
  minHeight: 44,
  padding: '0 1rem',
  border: '1px solid',
  borderRadius: 999,
  background: 'transparent',
  color: 'inherit',
  font: 'inherit',
  fontWeight: 700,
}

/** Top right below the header (rules 9); of the back office below, in the middle. On a phone above a bar of buttons, where they cover no heading. */
export function Toaster({ isBelow = false }: { isBelow?: boolean }) {
  useEffect(() => renderToastsWith(render), [])
  const isPhone = useSyncExternalStore(onWidth, () => phone().matches)
  return (
    <Sonner
      position={isBelow || isPhone ? 'bottom-center' : 'top-right'}
      offset={{ top: '4rem', bottom: '1rem' }}
      mobileOffset={{ bottom: '5.5rem' }}
      theme="system"
      duration={TOAST_MS}
      visibleToasts={3}
      richColors
      style={COLOURS}
      closeButton
      containerAriaLabel={m.shell_notifications()}
      toastOptions={{
        closeButtonAriaLabel: m.shell_close(),
        descriptionClassName: description,
        classNames: { closeButton, toast: roomForButton },
        actionButtonStyle: ACTION,
      }}
    />
  )
}

/** The library has its layout for phones below the same width. */
const phone = () => window.matchMedia('(max-width: 600px)')
function onWidth(notify: () => void) {
  const query = phone()
  query.addEventListener('change', notify)
  return () => query.removeEventListener('change', notify)
}

// The library’s own is 20 px, and hangs out of the corner.
const closeButton = css({
  width: 'target!',
  height: 'target!',
  inset: '[0 0 auto auto!]',
  transform: '[none!]',
  border: '[none!]',
  bg: 'transparent!',
  '& svg': { width: '4', height: '4' },
})
const roomForButton = css({ paddingRight: '[2.75rem!]' })
const description = css({ whiteSpace: 'pre-line', lineClamp: 12 })

function render({ kind, title, description: text, durationMs, action }: Toast): void {
  const leave = reserveRoom()
  const onClick = () => {
    leave()
    action?.onPress()
  }
  sonner[kind](title, {
    onDismiss: leave,
    onAutoClose: leave,
    description: text,
    duration: durationMs,
    action: action && { label: action.label, onClick },
  })
}

const open = new Set<object>()

/** Scrolls the focused element out from under the toasts (WCAG 2.4.11). Call the returned function when this one is gone. */
function reserveRoom(): () => void {
  const mark = {}
  open.add(mark)
  const { style } = document.documentElement
  // Sonner measures it in the first frame.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const front = document.querySelector<HTMLElement>('[data-sonner-toast][data-front=true]')
      if (front === null || open.size === 0) return
      const isTop = front.dataset['yPosition'] === 'top'
      if (isTop) style.scrollPaddingTop = `calc(4.5rem + ${front.offsetHeight}px)`
      else style.scrollPaddingBottom = `calc(6rem + ${front.offsetHeight}px)`
      const focused = document.activeElement
      if (focused !== null && focused !== document.body) focused.scrollIntoView({ block: 'nearest' })
    }),
  )
  return () => {
    open.delete(mark)
    if (open.size > 0) return
    style.scrollPaddingTop = ''
    style.scrollPaddingBottom = ''
  }
}
