import { createFileRoute } from '@tanstack/react-router'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { Facts, Fact, Instant } from '@/client/back-office/shared/table'
import { Page, QueryState } from '@/client/back-office/shared/page'
import { RestoredNote } from '@/client/back-office/shared/form-dialog'
import { useFormDraft, useWriteForm } from '@/client/back-office/shared/use-write'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { TextField } from '@/client/design-system/forms/field'
import { busyFormProps, fieldProps } from '@/client/shared/forms/use-schema-form'
import { getWeekMail, setWeekLine, WEEK_LINE_MAX, weekLineSchema } from '@/contract/week-mail'
import type { WeekLine } from '@/contract/week-mail'
import * as m from '@/messages/compiled/messages.js'
import { useCurrentUser } from '@/client/shared/session/use-current-user'
import { backOfficeQuery, callApi } from '@/client/back-office/shared/back-office-queries'
import { css } from 'styled-system/css'
import { stack } from 'styled-system/patterns'

function WeekMailPage() {
  const query = useQuery(weekMailQuery())
  const { data } = query
  const user = useCurrentUser()
  return (
    <Page title={m.admin_week_mail()}>
      <QueryState query={query} failed={m.admin_week_mail_failed()} />
      {data === undefined ? null : (
        <>
          <Facts>
            <Fact label={m.admin_week_mail_confirmed()}>{data.confirmed}</Fact>
            <Fact label={m.admin_week_mail_unconfirmed()}>{data.unconfirmed}</Fact>
            <Fact label={m.admin_week_mail_next()}>
              <Instant seconds={data.sends_at} />
            </Fact>
            <Fact label={m.admin_week_mail_last({ week: data.last.week })}>
              {m.admin_week_mail_last_text(data.last)}
            </Fact>
          </Facts>
          {user ? <LineForm week={data.week} line={data.line ?? NONE} userId={user.id} /> : null}
        </>
      )}
    </Page>
  )
}

/** The form keeps what was typed when the week that it was meant for is sent: the next one begins with it. */
function LineForm({ week, line, userId }: { week: string; line: WeekLine; userId: string }) {
  const queryClient = useQueryClient()
  const initialValues = { en: line.en, pt: line.pt }
  const draft = useFormDraft({
    userId,
    about: 'week-line',
    initialValues,
    over: { week, line },
    overSchema: z.object({ week: z.string(), line: weekLineSchema }),
  })
  const [refusedOver, setRefusedOver] = useState<typeof draft.over>()
  /** Somebody else has set the line meanwhile: the next press saves over it. */
  const isConflict = draft.isBegun && draft.over === refusedOver
  const { form, formProps, isSubmitting, isRestored, discardDraft } = useWriteForm<
    WeekLine,
    typeof setWeekLine
  >(setWeekLine, {
    schema: weekLineSchema,
    initialValues,
    draft,
    inputOf: (written) => {
      // A line that was begun for the week before replaces nothing in this one.
      const begunOver = draft.over.week === week ? draft.over.line : NONE
      return { params: { week }, body: { ...written, over: isConflict ? line : begunOver } }
    },
    send: async (api, input) => {
      const outcome = await api.call(setWeekLine, input)
      const isRefused = outcome.kind === 'refused' && outcome.code === 'CONFLICT'
      setRefusedOver(isRefused ? draft.over : undefined)
      // The field goes on with what is stored, before that is fetched.
      if (outcome.kind === 'ok')
        queryClient.setQueryData(weekMailQuery().queryKey, (read) =>
          read?.week === week ? { ...read, line: { en: input.body.en, pt: input.body.pt } } : read,
        )
      return outcome
    },
    onWritten: () => undefined,
    done: () => m.admin_week_mail_saved(),
    failed: m.admin_week_mail_save_failed(),
  })
  return (
    <section className={stack({ gap: '3' })} aria-labelledby="week-line">
      <h2 id="week-line" className={heading}>
        {m.admin_week_mail_line_title()}
      </h2>
      <p>{m.admin_week_mail_line_text()}</p>
      {isRestored ? <RestoredNote onDiscard={discardDraft} /> : null}
      <form
        {...formProps}
        {...busyFormProps(isSubmitting)}
        className={stack({ gap: '4', alignItems: 'start' })}
      >
        <form.Field name="en">
          {(field) => (
            <TextField
              label={m.admin_week_mail_line_en()}
              lang="en"
              maxLength={WEEK_LINE_MAX}
              className={wide}
              {...fieldProps(field)}
            />
          )}
        </form.Field>
        <form.Field name="pt">
          {(field) => (
            <TextField
              label={m.admin_week_mail_line_pt()}
              lang="pt"
              maxLength={WEEK_LINE_MAX}
              className={wide}
              {...fieldProps(field)}
            />
          )}
        </form.Field>
        {isConflict ? (
          <Banner tone="danger" role="alert">
            {m.admin_week_mail_conflict({ theirs: [line.en, line.pt].filter(Boolean).join(' · ') || '–' })}
          </Banner>
        ) : null}
        <Button type="submit" busy={isSubmitting}>
          {isConflict ? m.admin_week_mail_save_mine() : m.admin_week_mail_save()}
        </Button>
      </form>
    </section>
  )
}

const NONE: WeekLine = { en: '', pt: '' }
const heading = css({ textStyle: 'heading' })
const wide = css({ width: '[min(100%, 26rem)]' })

function weekMailQuery() {
  return backOfficeQuery(['week-mail'], ({ signal }) => callApi(getWeekMail, {}, { signal }))
}

export const Route = createFileRoute('/backoffice/week-mail')({ component: WeekMailPage })
