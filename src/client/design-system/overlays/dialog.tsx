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
import { dialog } from 'styled-system/recipes'
import type { DialogVariantProps } from 'styled-system/recipes'

export type DialogProps = Pick<DialogVariantProps, 'placement' | 'size'> & {
  open: boolean
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  /** The label of its close button. Undefined where only a button of the footer may close it: then Escape does not, either. */
  closeLabel: string | undefined
  children?: ReactNode
  footer?: ReactNode
  role?: 'dialog' | 'alertdialog'
  /** False where something is typed, which a click outside would throw away. */
  closeOnInteractOutside?: boolean
  /** The text may have any length: the body can be scrolled by keyboard, for which it gets a tab stop. */
  hasLongText?: boolean
  initialFocus?: (() => HTMLElement | null) | undefined
  finalFocus?: (() => HTMLElement | null) | undefined
}

/** Ark's machine weighs about 16 KiB, so import this file lazily from pages of the first load. */
export function Dialog(props: DialogProps) {
  const {
    open,
    onClose,
    title,
    description,
    closeLabel,
    children,
    footer,
    role = 'dialog',
    closeOnInteractOutside = role === 'dialog',
    hasLongText = false,
    initialFocus,
    finalFocus,
    placement,
    size,
  } = props
  const styles = dialog({ placement, size })
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
        <DialogBackdrop className={styles.backdrop} />
        <DialogPositioner className={styles.positioner}>
          <DialogContent className={styles.content}>
            <DialogTitle className={styles.title}>{title}</DialogTitle>
            <div className={styles.body} {...(hasLongText && { tabIndex: 0 })}>
              {description ? (
                <DialogDescription className={styles.description}>{description}</DialogDescription>
              ) : null}
              {children}
            </div>
            {footer ? <div className={styles.footer}>{footer}</div> : null}
            {/* Last in the order of focus, so that the dialog opens on its first field or first button. */}
            {closeLabel === undefined ? null : (
              <DialogCloseTrigger asChild>
                <IconButton className={styles.closeTrigger} label={closeLabel} icon={<XIcon />} />
              </DialogCloseTrigger>
            )}
          </DialogContent>
        </DialogPositioner>
      </Portal>
    </DialogRoot>
  )
}
