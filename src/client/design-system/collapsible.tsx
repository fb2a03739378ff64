import {
  CollapsibleContent,
  CollapsibleIndicator,
  CollapsibleRoot,
  CollapsibleTrigger,
} from '@ark-ui/react/collapsible'
import type { ReactNode } from 'react'
import { ChevronDownIcon } from 'lucide-react'
import { css, cx } from 'styled-system/css'

interface CollapsibleProps {
  title: ReactNode
  hint?: ReactNode
  open?: boolean
  onOpenChange?: (open: boolean) => void
  children: ReactNode
}

export function Collapsible({ title, hint, open, onOpenChange, children }: CollapsibleProps) {
  return (
    <CollapsibleRoot
      className={frame}
      {...(open === undefined ? {} : { open })}
      onOpenChange={(details) => onOpenChange?.(details.open)}
    >
      <CollapsibleTrigger className={bar}>
        <span>
          <span className={name}>{title}</span>
          {hint ? <span className={small}> {hint}</span> : null}
        </span>
        {/* Ark's own is a div, which a button may not hold. */}
        <CollapsibleIndicator asChild>
          <span className={indicator}>
            <ChevronDownIcon size="1.25rem" />
          </span>
        </CollapsibleIndicator>
      </CollapsibleTrigger>
      <CollapsibleContent className={content}>{children}</CollapsibleContent>
    </CollapsibleRoot>
  )
}

const frame = css({ border: 'hairline', borderRadius: 'lg', bg: 'bg.surface', _print: { border: 'none' } })
const bar = css({
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  width: 'full',
  padding: '4',
  borderRadius: 'lg',
  textAlign: 'left',
  // The words of its title give way, or the indicator would not fit a small phone with large text.
  overflowWrap: 'anywhere',
})
const name = css({ fontWeight: 'bold' })
const small = css({ textStyle: 'small', color: 'fg.muted' })
const indicator = css({
  marginLeft: '[auto]',
  transition: '[transform 200ms]',
  '&[data-state=open]': { transform: 'rotate(180deg)' },
})
const content = css({
  paddingInline: '4',
  paddingBottom: '5',
  '&[data-state=open]': { animation: 'fadeIn' },
  '&[hidden]': { display: 'none', '@media (scripting: none), print': { display: 'block' } },
})

interface FoldProps {
  summary: ReactNode
  isOpen?: boolean
  className?: string
  onToggle?: (isOpen: boolean) => void
  children: ReactNode
}

/** Folds a part away. The fold is the browser's own, which works without script and is opened by a search in the page. */
export function Fold({ summary, isOpen, className, onToggle, children }: FoldProps) {
  return (
    <details
      className={cx(fold, className)}
      open={isOpen}
      onToggle={(event) => onToggle?.(event.currentTarget.open)}
    >
      <summary className={head}>
        <ChevronDownIcon size="1.25rem" />
        {summary}
      </summary>
      {children}
    </details>
  )
}

const fold = css({
  '&[open] > summary > svg': { transform: 'rotate(180deg)' },
  // On paper nothing can be opened.
  _print: { '&::details-content': { contentVisibility: 'visible', blockSize: 'auto' } },
})
const head = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  width: 'fit',
  minHeight: 'target',
  paddingInline: '2',
  borderRadius: 'full',
  fontWeight: 'bold',
  color: 'link',
  _hover: { bg: 'sea.subtle' },
})
