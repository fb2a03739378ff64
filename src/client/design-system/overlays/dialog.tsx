import {
  DialogBackdrop,
  DialogCloseTrigger,
  DialogContent,
  DialogDescription,
  DialogPositioner,
  DialogRoot,
  DialogTitle,
} from '@ark-ui/react/dialog'
import { Portal } from '@ark-ui/react/portal'
import type { ReactNode } from 'react'
import { XIcon } from 'lucide-react'
import { IconButton } from '@/client/design-system/button'
import { css } from 'styled-system/css'

export interface DialogProps {
  /** False only in a dialog that stays in the page while it is closed. */
  open?: boolean
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  /** The label of its close button. Undefined where only a button of the footer may close it: then Escape does not, either. */
  closeLabel: string | undefined
  children?: ReactNode
  footer?: ReactNode
  role?: 'dialog' | 'alertdialog'
  /** `side` is the drawer; `photo` is as large as what it shows. */
  size?: 'sm' | 'md' | 'side' | 'photo'
  /** False where something is typed, which a click outside would throw away. */
  closeOnInteractOutside?: boolean
  /** The text may have any length: the body can be scrolled by keyboard, for which it gets a tab stop. */
  hasLongText?: boolean
  initialFocus?: (() => HTMLElement | null) | undefined
  finalFocus?: (() => HTMLElement | null) | undefined
}

/** Ark's machine weighs about 16 KiB, so import this file lazily from pages of the first load. */
export function Dialog(props: DialogProps) {
  const { open = true, onClose, closeLabel, role = 'dialog', size = 'sm', initialFocus, finalFocus } = props
  const { closeOnInteractOutside = role === 'dialog' } = props
  return (
    <DialogRoot
      open={open}
      onOpenChange={(details) => details.open || onClose()}
      role={role}
      closeOnInteractOutside={closeOnInteractOutside && closeLabel !== undefined}
      closeOnEscape={closeLabel !== undefined}
      {...(initialFocus === undefined ? {} : { initialFocusEl: initialFocus })}
      {...(finalFocus === undefined ? {} : { finalFocusEl: finalFocus })}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <DialogBackdrop className={backdrop} />
        <DialogPositioner className={positioner} data-size={size}>
          <DialogContent className={content}>
            <DialogTitle className={title}>{props.title}</DialogTitle>
            <div className={body} {...(props.hasLongText && { tabIndex: 0 })}>
              {props.description ? (
                <DialogDescription className={description}>{props.description}</DialogDescription>
              ) : null}
              {props.children}
            </div>
            {props.footer ? <div className={footer}>{props.footer}</div> : null}
            {/* Last in the order of focus, so that the dialog opens on its first field or first button. */}
            {closeLabel === undefined ? null : (
              <DialogCloseTrigger asChild>
                <IconButton className={closeTrigger} label={closeLabel} icon={<XIcon />} />
              </DialogCloseTrigger>
            )}
          </DialogContent>
        </DialogPositioner>
      </Portal>
    </DialogRoot>
  )
}

// An animation is named only while it is open: one that is still named on closing would keep Ark from taking the dialog away.
const backdrop = css({
  position: 'fixed',
  inset: '0',
  zIndex: 'dialog',
  bg: 'scrim',
  '&[data-state=open]': { animation: 'fadeIn' },
})
// On phones it is a sheet at the thumb; from `sm` on it is centred.
const positioner = css({
  position: 'fixed',
  inset: '0',
  zIndex: 'dialog',
  display: 'flex',
  justifyContent: 'center',
  alignItems: { base: 'flex-end', sm: 'center' },
  padding: { sm: '4' },
  '&[data-size=side]': { justifyContent: 'flex-start', padding: '0' },
  '&[data-size=photo]': { alignItems: 'center', padding: '2' },
})
const content = css({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  width: 'full',
  maxWidth: { sm: '[28rem]' },
  maxHeight: '[min(100dvh - 2rem, 48rem)]',
  borderTopRadius: 'xl',
  borderBottomRadius: { sm: 'xl' },
  paddingBottom: { base: '[env(safe-area-inset-bottom)]', sm: '0' },
  bg: 'bg.raised',
  boxShadow: 'high',
  overflow: 'hidden',
  '&[data-state=open]': { animation: 'riseIn' },
  _focusVisible: { outline: 'none', boxShadow: 'high' },
  '[data-size=md] > &': { maxWidth: { sm: 'form' } },
  '[data-size=side] > &': {
    maxWidth: '[20rem]',
    height: 'full',
    maxHeight: 'full',
    borderRadius: '[0]',
    '&[data-state=open]': { animation: 'slideIn' },
  },
  '[data-size=photo] > &': {
    width: 'fit',
    minWidth: '24',
    maxWidth: 'full',
    maxHeight: 'full',
    borderRadius: 'lg',
    paddingBottom: '0',
  },
})
const title = css({
  textStyle: 'subheading',
  paddingTop: '5',
  paddingLeft: '5',
  paddingRight: '16',
  '[data-size=photo] &': { srOnly: true },
})
const closeTrigger = css({
  position: 'absolute',
  top: '3',
  right: '3',
  '[data-size=photo] &': { bg: 'bg.raised' },
})
const description = css({ color: 'fg.muted', '&:not(:last-child)': { marginBottom: '4' } })
const body = css({
  overflowY: 'auto',
  paddingInline: '5',
  paddingTop: '3',
  paddingBottom: '5',
  '[data-size=photo] &': { overflowX: 'auto', padding: '0' },
})
const footer = css({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  gap: '3',
  padding: '4',
  borderTop: 'hairline',
})
