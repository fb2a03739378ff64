import { useEffect } from 'react'
import type { CSSProperties } from 'react'
import { Toaster as Sonner, toast as sonner } from 'sonner'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { TOAST_MS, renderToastsWith } from './toast'
import type { Toast } from './toast'

/** The library's own colours do not reach AA. */
const COLOURS = {
  '--success-bg': 'var(--colors-success-subtle)',
  '--success-border': 'var(--colors-success-subtle)',
  '--success-text': 'var(--colors-success-fg)',
  '--error-bg': 'var(--colors-danger-subtle)',
  '--error-border': 'var(--colors-danger-subtle)',
  '--error-text': 'var(--colors-danger-fg)',
} as CSSProperties

/** Renders toasts: top right below the header, at most three, in the system's theme (spec 9). */
export function Toaster() {
  useEffect(() => renderToastsWith(render), [])
  return (
    <Sonner
      position="top-right"
      offset={{ top: '4rem' }}
      mobileOffset={{ top: '4rem' }}
      theme="system"
      duration={TOAST_MS}
      visibleToasts={3}
      richColors
      style={COLOURS}
      closeButton
      containerAriaLabel={m.shell_notifications()}
      toastOptions={{
        closeButtonAriaLabel: m.shell_close(),
        // A list of errors comes with a line for each; a long one is cut, as the form has them all.
        descriptionClassName: css({ whiteSpace: 'pre-line', lineClamp: 8 }),
        classNames: { closeButton },
      }}
    />
  )
}

// The library’s own is 20 px.
const closeButton = css({ width: 'targetSm!', height: 'targetSm!' })

function render({ kind, title, description, durationMs, action }: Toast): void {
  sonner[kind](title, {
    ...(description === undefined ? {} : { description }),
    ...(durationMs === undefined ? {} : { duration: durationMs }),
    ...(action === undefined ? {} : { action: { label: action.label, onClick: action.onPress } }),
  })
}
