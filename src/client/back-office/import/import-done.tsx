import { Link } from '@tanstack/react-router'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { isProblemCode } from '@/domain/validation/problem'
import * as m from '@/messages/compiled/messages.js'
import { problemText } from '@/messages/problem-text'
import { css } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { button } from 'styled-system/recipes'
import { ApproveImported } from './preview/approve-imported'
import type { ImportOutcome } from './import-calls'

interface ImportDoneProps {
  outcome: ImportOutcome
  /** Previews the same calendar again. */
  onAgain: () => void
  onMore: () => void
}

/** The result of an import, and the way on. */
export function ImportDone({ outcome, onAgain, onMore }: ImportDoneProps) {
  const { failed, changed, created_ids: createdIds, ...counts } = outcome
  return (
    <>
      <output>
        {m.import_done_text(counts)}
        {counts.called_off > 0 ? ` ${m.import_done_called_off({ n: counts.called_off })}` : null}
      </output>
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
      {changed.length > 0 ? (
        <Banner
          tone="warning"
          title={m.import_done_changed()}
          actions={
            <Button variant="secondary" size="sm" onClick={onAgain}>
              {m.import_done_again()}
            </Button>
          }
        >
          <ul>
            {changed.map((title) => (
              <li key={title}>
                <bdi>{title}</bdi>
              </li>
            ))}
          </ul>
        </Banner>
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
