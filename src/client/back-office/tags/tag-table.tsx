import { Link } from '@tanstack/react-router'
import { Button } from '@/client/design-system/button'
import type { CountedTag } from '@/contract/back-office/back-office-tags'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { textLink } from 'styled-system/recipes'
import { Cell, RowActions, Table } from '@/client/back-office/layout/lists/table'

export type TagAction = 'edit' | 'merge' | 'delete'

interface TagTableProps {
  tags: readonly CountedTag[]
  /** Whether there is another tag. */
  canMerge: boolean
  onAction: (action: TagAction, tag: CountedTag) => void
}

/** Names, key and number of events of each tag, and what can be done with it. */
export function TagTable({ tags, canMerge, onAction }: TagTableProps) {
  const columns = [m.admin_tags_name(), m.admin_tags_key(), m.admin_tags_events(), m.admin_tags_actions()]
  return (
    <Table label={m.admin_nav_tags()} columns={columns}>
      {tags.map((tag) => (
        <tr key={tag.id}>
          <Cell label={m.admin_tags_name()}>
            <bdi>{tag.name}</bdi>
            {otherNames(tag).map(([locale, name]) => (
              <bdi key={locale} lang={locale} className={otherName}>
                {name}
              </bdi>
            ))}
          </Cell>
          <Cell label={m.admin_tags_key()}>
            <code>{tag.key}</code>
          </Cell>
          <Cell label={m.admin_tags_events()}>
            {tag.count === 0 ? (
              tag.count
            ) : (
              <Link
                to="/backoffice/events"
                search={{ status: 'all', tags: tag.key }}
                className={textLink()}
                aria-label={m.admin_tags_events_of({ n: tag.count, name: tag.name })}
              >
                {tag.count}
              </Link>
            )}
          </Cell>
          <Cell>
            <RowActions>
              <Button
                variant="secondary"
                size="sm"
                aria-label={m.admin_tags_edit_of({ name: tag.name })}
                onClick={() => onAction('edit', tag)}
              >
                {m.admin_tags_edit()}
              </Button>
              {canMerge ? (
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={m.admin_tags_merge_of({ name: tag.name })}
                  onClick={() => onAction('merge', tag)}
                >
                  {m.admin_tags_merge()}
                </Button>
              ) : null}
              <Button
                variant="secondary"
                size="sm"
                aria-label={m.admin_tags_delete_of({ name: tag.name })}
                onClick={() => onAction('delete', tag)}
              >
                {m.admin_tags_delete()}
              </Button>
            </RowActions>
          </Cell>
        </tr>
      ))}
    </Table>
  )
}

/** Those in other languages than the reader's, as far as they differ. */
function otherNames({ name: shown, names = {} }: CountedTag): [string, string][] {
  return Object.entries(names).filter(([, name]) => name !== shown)
}

const otherName = css({ display: 'block', textStyle: 'small', color: 'fg.muted' })
