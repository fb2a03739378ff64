import { useStore } from '@tanstack/react-form'
import type { MouseEvent } from 'react'
import { isProblemCode } from '@/domain/validation/problem'
import type { ProblemCode } from '@/domain/validation/problem'
import * as m from '@/messages/compiled/messages.js'
import { css, cx } from 'styled-system/css'
import { banner, textLink } from 'styled-system/recipes'
import { SUMMARY_ID, fieldId, inPageOrder, formProblemLine } from './form-problems'
import type { FormFieldName, FormProblem } from './form-problems'
import type { EventForm } from '../use-event-form'

interface ErrorSummaryProps {
  form: EventForm
  photoError: ProblemCode | undefined
  onGoTo: (field: FormFieldName) => void
}

/** It stays when the toast is gone, and gets shorter as fields are mended. */
export function ErrorSummary({ form, photoError, onGoTo }: ErrorSummaryProps) {
  const problems = useFieldProblems(form)
  if (photoError !== undefined) problems.push({ field: 'photo', code: photoError })
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
          {inPageOrder(problems).map((problem) => (
            <li key={problem.field}>
              <a
                href={`#${fieldId(problem.field)}`}
                className={cx(textLink(), link)}
                onClick={(event: MouseEvent) => {
                  // The address stays: going back must not lead through the fields.
                  event.preventDefault()
                  onGoTo(problem.field)
                }}
              >
                {formProblemLine(problem)}
              </a>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

function useFieldProblems(form: EventForm): FormProblem[] {
  // The keys are joined into a text, so that typing re-renders nothing while it stays the same.
  const found = useStore(form.store, ({ fieldMeta }) =>
    JSON.stringify(
      Object.entries(fieldMeta).flatMap(([field, meta]) => {
        const code: unknown = meta?.errors[0]
        return typeof code === 'string' && isProblemCode(code) ? [{ field, code }] : []
      }),
    ),
  )
  return JSON.parse(found) as FormProblem[]
}

const frame = css({
  // Below the toast, which says the same for some seconds.
  scrollMarginTop: '[min(18rem, 40dvh)]',
})
const list = css({ display: 'grid', gap: '2', marginTop: '2' })
const link = css({ color: 'danger.fg', overflowWrap: 'anywhere' })
