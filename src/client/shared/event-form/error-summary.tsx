import type { MouseEvent } from 'react'
import * as m from '@/messages/compiled/messages.js'
import { css, cx } from 'styled-system/css'
import { banner, textLink } from 'styled-system/recipes'
import { SUMMARY_ID, fieldId, problemLine } from './problems'
import type { Control, FormView, ShownProblem } from './problems'

interface ErrorSummaryProps {
  problems: readonly ShownProblem[]
  view: FormView
  onGoTo: (control: Control) => void
}

/** It stays when the toast is gone, and gets shorter as fields are mended. */
export function ErrorSummary({ problems, view, onGoTo }: ErrorSummaryProps) {
  if (problems.length === 0) return null
  const styles = banner({ tone: 'danger' })
  return (
    <section
      id={SUMMARY_ID}
      tabIndex={-1}
      aria-labelledby={`${SUMMARY_ID}-title`}
      className={cx(styles.root, frame)}
    >
      <div className={styles.body}>
        <h2 id={`${SUMMARY_ID}-title`} className={styles.title}>
          {m.form_invalid_intro()}
        </h2>
        <ol className={list}>
          {problems.map((problem) => (
            <li key={problem.control}>
              <a
                href={`#${fieldId(problem.control)}`}
                className={cx(textLink(), link)}
                onClick={(event: MouseEvent) => {
                  // The address stays: going back must not lead through the fields.
                  event.preventDefault()
                  onGoTo(problem.control)
                }}
              >
                {problemLine(problem, view)}
              </a>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

const frame = css({
  // Below the toast, which says the same for some seconds.
  scrollMarginTop: '[min(18rem, 40dvh)]',
})
const list = css({ display: 'grid', gap: '2', marginTop: '2' })
const link = css({ color: 'danger.fg', overflowWrap: 'anywhere' })
