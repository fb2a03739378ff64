import type { ReactNode } from 'react'
import { ChevronDownIcon } from 'lucide-react'
import { css } from 'styled-system/css'

interface FoldProps {
  summary: ReactNode
  isOpen?: boolean
  onToggle?: (isOpen: boolean) => void
  children: ReactNode
}

/** Folds a part away. The fold is the browser's own, which works without script and is opened by a search in the page. */
export function Fold({ summary, isOpen, onToggle, children }: FoldProps) {
  return (
    <details className={fold} open={isOpen} onToggle={(event) => onToggle?.(event.currentTarget.open)}>
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
  maxWidth: 'full',
  minHeight: 'target',
  paddingInline: '2',
  borderRadius: 'full',
  fontWeight: 'bold',
  color: 'link',
  // Long words give way on a small phone with large text.
  overflowWrap: 'anywhere',
  '& svg': { flexShrink: '0' },
  _hover: { bg: 'sea.subtle' },
})
