import { fieldProps, useSchemaForm } from '@/client/kit/use-schema-form'
import { Button } from '@/client/ui/button'
import { TextField } from '@/client/ui/field'
import { SearchIcon } from '@/client/ui/icons'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { userSearchForm } from './users-search'

interface UserSearchFormProps {
  /** What the list is searched by now. Give the form a `key` of it. */
  search: string
  /** Empty: everybody. */
  onSearch: (search: string) => void
}

/** Searches by name or address: the button, or Enter. */
export function UserSearchForm({ search, onSearch }: UserSearchFormProps) {
  const { form, formProps } = useSchemaForm<{ search: string }, { search: string }>({
    schema: userSearchForm,
    initialValues: { search },
    onValid: async (typed) => onSearch(typed.search),
  })
  return (
    <form {...formProps} className={cluster({ gap: '3', align: 'end' })}>
      <div className={field}>
        <form.Field name="search">
          {(one) => (
            <TextField
              label={m.admin_people_search()}
              type="search"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              {...fieldProps(one)}
            />
          )}
        </form.Field>
      </div>
      <Button type="submit" variant="secondary">
        <SearchIcon size={20} />
        {m.admin_people_search_submit()}
      </Button>
      {search === '' ? null : (
        <Button variant="ghost" onClick={() => onSearch('')}>
          {m.admin_people_search_clear()}
        </Button>
      )}
    </form>
  )
}

const field = css({ flex: '[1 1 14rem]', maxWidth: '[32rem]', minWidth: '0' })
