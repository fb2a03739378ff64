import { Link, useRouter } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { cameFromList } from '@/client/shared/layout/history-state'
import { ChevronLeftIcon } from '@/client/design-system/icons/icons'
import * as m from '@/messages/compiled/messages.js'
import { css, cx } from 'styled-system/css'
import { button } from 'styled-system/recipes'

/** A link to the list where it was left, filters and all, when the visitor came from there; otherwise to all events. */
export function BackToList() {
  const { history } = useRouter()
  const goBack = (click: MouseEvent) => {
    const isPlain = click.button === 0 && !(click.metaKey || click.ctrlKey || click.shiftKey || click.altKey)
    if (!isPlain || !cameFromList(history)) return
    click.preventDefault()
    history.back()
  }
  return (
    <Link to="/events" className={cx(button({ variant: 'ghost', size: 'sm' }), back)} onClick={goBack}>
      <ChevronLeftIcon size={18} />
      {m.event_not_found_back()}
    </Link>
  )
}

const back = css({ marginInline: '[-0.75rem]' })
