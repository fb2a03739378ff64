import { useEffect } from 'react'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'

/**
 * Sets the document's title on a page of the back office. The routes' `head` would be part of everybody's first load; each page has its
 * own, for the router writes the title only where it changes.
 */
export function usePageTitle(page: string | undefined): void {
  useEffect(() => {
    document.title = [page, m.admin_title(), SITE.name].filter(Boolean).join(' · ')
  }, [page])
}
