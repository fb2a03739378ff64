import { Button } from '@/client/ui/button'
import { SearchIcon } from '@/client/ui/icons'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import type { PlaceSearch } from './place-field-search'

/** What the place field says about Google: the tap that adds it to the search, or that it did not respond. */
export function PlaceSearchNotice({ search }: { search: Pick<PlaceSearch, 'google' | 'allowGoogle'> }) {
  if (search.google === 'needs-consent')
    return (
      <div>
        <Button variant="ghost" className={button} onClick={search.allowGoogle}>
          <SearchIcon size={20} />
          {m.form_place_google_ask()}
        </Button>
        <p className={note}>{m.form_place_google_note()}</p>
      </div>
    )
  return <output className={note}>{search.google === 'failed' ? m.form_place_google_failed() : null}</output>
}

const button = css({ marginLeft: '-3' })
const note = css({ display: 'block', textStyle: 'small', color: 'fg.muted', _empty: { display: 'none' } })
