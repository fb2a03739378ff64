import { useId } from 'react'
import { timeAgo } from '@/client/shared/time/time-ago'
import { useNow } from '@/client/shared/time/use-now'
import { Checkbox } from '@/client/design-system/forms/checkbox'
import { VisuallyHidden } from '@/client/design-system/visually-hidden'
import { setImportNightly } from '@/contract/back-office/import-sources'
import type { ImportSource } from '@/contract/back-office/import-sources'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css } from 'styled-system/css'
import { DismissFindings } from '@/client/back-office/layout/imports/dismiss-findings'
import { ImportFindings } from '@/client/back-office/layout/imports/import-findings'
import { useWrite } from '@/client/back-office/layout/dialogs/use-write'

/** Whether a calendar is read again each night, when it was, and what that has found for a person. */
export function NightlySwitch({ source }: { source: ImportSource }) {
  const { id, name, is_nightly: isNightly, read_at: readAt, findings } = source
  const now = useNow()
  const hintId = useId()
  const write = useWrite(setImportNightly, {
    done: ({ body }) => (body.is_nightly ? m.import_nightly_on() : m.import_nightly_off()),
    failed: m.import_nightly_failed(),
  })
  return (
    <div className={frame}>
      <Checkbox
        label={
          <>
            <span aria-hidden>{m.import_nightly()}</span>
            <VisuallyHidden>{m.import_nightly_of({ name })}</VisuallyHidden>
          </>
        }
        describedBy={hintId}
        // The switch shows at once how it will be.
        checked={write.isPending ? write.variables.body.is_nightly : isNightly}
        onChange={(is_nightly) => write.mutate({ params: { id }, body: { is_nightly } })}
      />
      <span id={hintId} className={muted}>
        {m.import_nightly_hint()}
      </span>
      {isNightly && readAt !== undefined ? (
        <span className={muted}>
          {m.import_read_at({ ago: timeAgo(readAt * 1000, now * 1000, getLocale()) })}
        </span>
      ) : null}
      {findings === undefined || readAt === undefined ? null : (
        <>
          <ImportFindings findings={findings} />
          <div>
            <DismissFindings id={id} name={name} readAt={readAt} />
          </div>
        </>
      )}
    </div>
  )
}

const frame = css({ display: 'grid', gap: '2', marginTop: '1', minWidth: '0' })
const muted = css({ textStyle: 'small', color: 'fg.muted' })
