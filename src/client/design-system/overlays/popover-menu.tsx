import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react'
import { css, cx } from 'styled-system/css'
import { card } from 'styled-system/recipes'

/** The browser's own popover: it opens without script. Its button has `popoverTarget` with the same id. */
export function PopoverMenu({
  id,
  className,
  isOpenAtFirst = false,
  children,
}: {
  id: string
  className?: string
  /** Its button was pressed before the menu was there, which the browser ignores. */
  isOpenAtFirst?: boolean
  children: ReactNode
}) {
  const menu = useRef<HTMLDivElement>(null)
  const opensAtFirst = useRef(isOpenAtFirst)
  useEffect(() => {
    const source = document.querySelector<HTMLElement>(`[popovertarget="${id}"]`)
    if (source && opensAtFirst.current) menu.current?.showPopover({ source })
    opensAtFirst.current = false
  }, [id])
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- the links in it are pressed
    <div ref={menu} id={id} popover="auto" className={cx(card(), panel, className)} onClick={close}>
      {children}
    </div>
  )
}

function close({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  if (target !== currentTarget) currentTarget.hidePopover()
}

/** Hides the button as well in browsers without popovers, which have no panel to open. */
export const needsPopover = css({ '@supports not selector(:popover-open)': { display: 'none' } })

const panel = css({
  '@supports not selector(:popover-open)': { display: 'none' },
  color: 'fg.default',
  // A menu that is as wide as its longest line goes to the side that has room for it.
  width: '[max-content]',
  maxWidth: '[min(22rem, 95vw)]',
  maxHeight: '[calc(100dvh - 5rem)]',
  overflowY: 'auto',
  padding: '2',
  boxShadow: 'high',
  '& > *': {
    display: 'flex',
    alignItems: 'center',
    width: 'full',
    minHeight: 'target',
    paddingInline: '3',
    borderRadius: 'md',
    _hover: { bg: 'sea.subtle' },
  },
})
