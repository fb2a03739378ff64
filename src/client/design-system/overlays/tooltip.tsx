import type { ReactNode, ReactElement } from 'react'
import { TooltipContent, TooltipPositioner, TooltipRoot, TooltipTrigger } from '@ark-ui/react/tooltip'
import { Portal } from '@ark-ui/react/portal'
import { tooltip } from 'styled-system/recipes'

interface TooltipProps {
  label: ReactNode
  /** Whether it is open, for a message that comes and goes by itself. Without it the tooltip shows on hover and focus. */
  open?: boolean
  /** One element that takes a ref: a button, a link. */
  children: ReactElement
}

/** A bubble over a control. Ark keeps it within the screen and closes it on Escape. */
export function Tooltip({ label, open, children }: TooltipProps) {
  const styles = tooltip()
  return (
    <TooltipRoot
      {...(open === undefined ? {} : { open })}
      openDelay={300}
      closeDelay={100}
      positioning={{ placement: 'top' }}
      lazyMount
      unmountOnExit
    >
      <TooltipTrigger asChild>{children}</TooltipTrigger>
      <Portal>
        <TooltipPositioner>
          <TooltipContent className={styles.content}>{label}</TooltipContent>
        </TooltipPositioner>
      </Portal>
    </TooltipRoot>
  )
}
