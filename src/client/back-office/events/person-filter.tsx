import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { Field } from '@/client/design-system/forms/field'
import { IconButton } from '@/client/design-system/icon-button'
import { CloseIcon } from '@/client/design-system/icons/icons'
import { SEARCH_MAX, searchText, userIdText } from '@/domain/events/event-search'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { input } from 'styled-system/recipes'
import type { ChangeSearch, EventsSearch } from '@/client/back-office/layout/lists/search/events-search'
import { userQuery } from '@/client/back-office/layout/lists/search/named-queries'
import { SearchForm } from '@/client/back-office/layout/lists/search/search-form'

const isUserId = (text: string) => text !== '' && userIdText.safeParse(text).success

/** Nobody is called so: it is a user ID, and searched for as a name it would find nothing without a reason. */
const LOOKS_LIKE_ID = /^[\da-f-]{30,}$/i

const personSchema = z.object({
  text: searchText.check(z.refine((text) => isUserId(text) || !LOOKS_LIKE_ID.test(text), 'user_id_invalid')),
})

interface PersonFilterProps {
  search: EventsSearch
  onChange: ChangeSearch
}

/** Events of a person, by name or address; a pasted user ID does too. One that is none stays to be corrected. */
export function PersonFilter({ search, onChange }: PersonFilterProps) {
  if (search.user_id !== undefined && userIdText.safeParse(search.user_id).success)
    return <OneAccount id={search.user_id} onClear={() => onChange({ user_id: '', status: undefined })} />
  return (
    <SearchForm
      label={m.admin_events_person()}
      placeholder={m.admin_events_person_hint()}
      searchLabel={m.admin_events_person_search()}
      clearLabel={m.admin_events_person_clear()}
      schema={personSchema}
      maxLength={SEARCH_MAX}
      value={search.person ?? search.user_id ?? ''}
      onSearch={(text) => {
        const isId = isUserId(text)
        onChange({ user_id: isId ? text : '', person: isId ? '' : text, status: undefined })
      }}
    />
  )
}

/** The account that the list was opened for, by its name. */
function OneAccount({ id, onClear }: { id: string; onClear: () => void }) {
  const { data } = useQuery(userQuery(id))
  return (
    <Field label={m.admin_events_person()}>
      {(wiring) => (
        <div className={row}>
          <input
            {...wiring}
            readOnly
            value={data === undefined ? id : `${data.name} · ${data.email}`}
            className={input({ kind: 'text' })}
          />
          <IconButton label={m.admin_events_person_clear()} icon={<CloseIcon />} onClick={onClear} />
        </div>
      )}
    </Field>
  )
}

const row = css({ display: 'flex', gap: '1', minWidth: '0' })
