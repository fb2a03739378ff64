import type { ReactNode } from 'react'
import { Button } from '@/client/design-system/button'
import { Checkbox } from '@/client/design-system/forms/checkbox'
import { IconButton } from '@/client/design-system/icon-button'
import { TrashIcon } from '@/client/design-system/icons/form-icons'
import { CloseIcon } from '@/client/design-system/icons/icons'
import * as m from '@/messages/compiled/messages.js'
import { countText } from '@/client/back-office/layout/lists/count-text'
import { css, cx } from 'styled-system/css'
import { card } from 'styled-system/recipes'
import type { BatchAction } from './use-batch'

interface SelectionBarProps {
  count: number
  isAll: boolean
  onSelectAll: (isSelected: boolean) => void
  /** Selects also what is not loaded, so many in all; absent where there is no more, or it is selected. */
  everything?: { total: number; onSelect: () => void } | undefined
  /** The actions on the selected events. */
  children: ReactNode
}

/** Selects all that are loaded; says how many are selected, and what can be done with them. Stays in view. */
export function SelectionBar({ count, isAll, onSelectAll, everything, children }: SelectionBarProps) {
  return (
    <section aria-label={m.admin_events_selection()} className={cx(card(), frame)}>
      <Checkbox
        label={m.admin_events_select_all()}
        hideLabel={count > 0}
        checked={isAll}
        indeterminate={count > 0 && !isAll}
        onChange={onSelectAll}
      />
      <output className={text}>{count > 0 ? m.admin_events_selected({ n: countText(count) }) : null}</output>
      {count > 0 ? (
        <>
          <IconButton
            label={m.admin_events_unselect()}
            icon={<CloseIcon />}
            onClick={() => onSelectAll(false)}
          />
          {everything === undefined ? null : (
            <Button variant="ghost" size="sm" onClick={everything.onSelect}>
              {m.admin_events_select_everything({ n: countText(everything.total) })}
            </Button>
          )}
          <div className={actions}>{children}</div>
        </>
      ) : null}
    </section>
  )
}

interface BatchButtonsProps {
  /** Whether one of them is on review. */
  isReviewable: boolean
  onAction: (action: BatchAction) => void
}

export function BatchButtons({ isReviewable, onAction }: BatchButtonsProps) {
  return (
    <>
      {isReviewable ? (
        <>
          <Button size="sm" onClick={() => onAction('approve')}>
            {m.admin_approve()}
          </Button>
          <Button size="sm" variant="secondary" onClick={() => onAction('reject')}>
            {m.admin_reject()}
          </Button>
        </>
      ) : null}
      <Button size="sm" variant="ghost" onClick={() => onAction('delete')}>
        <TrashIcon size={18} />
        {m.admin_events_delete()}
      </Button>
    </>
  )
}

const frame = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: '3',
  position: 'sticky',
  // The bar sticks below the top bar of narrow screens.
  top: { base: '14', lg: '0' },
  zIndex: 'raised',
  paddingInline: '4',
  paddingBlock: '1.5',
})
const text = css({ fontWeight: 'bold' })
const actions = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2',
  marginLeft: { sm: 'auto' },
})
