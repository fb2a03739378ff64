import { Link } from '@tanstack/react-router'
import { css, cx } from 'styled-system/css'
import { button } from 'styled-system/recipes'

interface PageLinkProps {
  /** Counts from 1. */
  page: number
  text: string
  /** Runs in place of the navigation when there is script. */
  onFollow?: () => void
}

/** Leads to another page of the list, with the same filters. A real link: it works without script and in a new tab. */
export function PageLink({ page, text, onFollow }: PageLinkProps) {
  return (
    <Link
      to="/events"
      search={(search) => ({ ...search, page: page > 1 ? page : undefined })}
      className={cx(button({ variant: 'secondary' }), place)}
      preload={false}
      onClick={(event) => {
        if (!onFollow || event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        onFollow()
      }}
    >
      {text}
    </Link>
  )
}

const place = css({ alignSelf: 'center' })
