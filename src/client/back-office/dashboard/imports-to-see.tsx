import { Link } from '@tanstack/react-router'
import { timeAgo } from '@/client/shared/time/time-ago'
import type { Overview } from '@/contract/back-office/back-office-overview'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { textLink } from 'styled-system/recipes'
import { DismissFindings } from '@/client/back-office/layout/imports/dismiss-findings'
import { ImportFindings } from '@/client/back-office/layout/imports/import-findings'
import { Panel } from './panel'

interface ImportsToSeeProps {
  imports: Overview['imports']
  /** When that was so, epoch milliseconds. */
  nowMs: number
}

/** The calendars in which the night has found something that a person decides. */
export function ImportsToSee({ imports, nowMs }: ImportsToSeeProps) {
  return (
    <Panel
      title={m.admin_dashboard_imports()}
      aside={
        <Link to="/backoffice/events/import" className={textLink()}>
          {m.admin_dashboard_imports_all()}
        </Link>
      }
    >
      <ul className={list}>
        {imports.map(({ id, name, read_at: readAt, findings }) => (
          <li key={id} className={item}>
            <bdi className={strong}>{name}</bdi>
            <ImportFindings findings={findings} />
            <div className={cluster({ gap: '2', justify: 'space-between' })}>
              <span className={muted}>
                {m.import_read_at({ ago: timeAgo(readAt * 1000, nowMs, getLocale()) })}
              </span>
              <DismissFindings id={id} name={name} readAt={readAt} />
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const list = css({ display: 'grid', gap: '3', listStyle: 'none', padding: '0' })
const item = css({ display: 'grid', gap: '1', minWidth: '0' })
const strong = css({ fontWeight: 'medium' })
const muted = css({ textStyle: 'small', color: 'fg.muted' })
