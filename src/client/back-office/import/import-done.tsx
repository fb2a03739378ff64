import { Link } from '@tanstack/react-router'
import { Button } from '@/client/design-system/button'
import { isProblemCode } from '@/domain/validation/problem'
import * as m from '@/messages/compiled/messages.js'
import { problemText } from '@/messages/problem-text'
import { css } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { button } from 'styled-system/recipes'
import { ApproveImported } from './preview/approve-imported'
import type { ImportOutcome } from './import-calls'

/** The result of an import, and the next step. */
export function ImportDone({ outcome, onMore }: { outcome: ImportOutcome; onMore: () => void }) {
  const { failed, created_ids: createdIds, ...counts } = outcome
  return (
    <>
      <output>{m.import_done_text(counts)}</output>
      {failed.length > 0 ? (
        <section>
          <h2 className={subtitle}>{m.import_done_failed()}</h2>
          <ul>
            {failed.map(({ title, code }) => (
              <li key={title}>
                <bdi>{title}</bdi>: {isProblemCode(code) ? problemText(code) : code}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <div className={cluster()}>
        {createdIds.length > 0 ? <ApproveImported ids={createdIds} /> : null}
        <Link to="/backoffice/events" search={{}} className={button({ variant: 'secondary' })}>
          {m.import_to_review()}
        </Link>
        <Button variant="secondary" onClick={onMore}>
          {m.import_more()}
        </Button>
      </div>
    </>
  )
}

const subtitle = css({ textStyle: 'subheading' })
