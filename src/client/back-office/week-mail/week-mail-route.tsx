import { createFileRoute } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MailIcon } from 'lucide-react'
import { backOfficeQuery, callApi } from '@/client/back-office/shared/back-office-queries'
import { Page, QueryState } from '@/client/back-office/shared/page'
import { Fact, Facts, Instant } from '@/client/back-office/shared/table'
import { EmptyState } from '@/client/design-system/banner'
import { Tabs } from '@/client/design-system/tabs'
import { getWeekMail, previewWeekMail } from '@/contract/week-mail'
import * as m from '@/messages/compiled/messages.js'
import { getLocale, type Locale } from '@/messages/compiled/runtime.js'
import { css } from 'styled-system/css'

function WeekMailPage() {
  const query = useQuery(backOfficeQuery(['week-mail'], ({ signal }) => callApi(getWeekMail, {}, { signal })))
  const [language, setLanguage] = useState(getLocale())
  const items = [
    { value: 'en', label: 'English', content: <Preview locale="en" /> },
    { value: 'pt', label: 'Português', content: <Preview locale="pt" /> },
  ] as const
  return (
    <Page title={m.admin_week_mail()}>
      <QueryState query={query} failed={m.admin_week_mail_failed()} />
      {query.data === undefined ? null : (
        <Facts>
          <Fact label={m.admin_week_mail_confirmed()}>{query.data.confirmed}</Fact>
          <Fact label={m.admin_week_mail_next()}>
            <Instant seconds={query.data.sends_at} />
          </Fact>
        </Facts>
      )}
      <h2 className={heading}>{m.admin_week_mail_preview()}</h2>
      <Tabs label={m.admin_week_mail_language()} value={language} onChange={setLanguage} items={items} />
    </Page>
  )
}

/** The mail as it would go out now. */
function Preview({ locale }: { locale: Locale }) {
  const query = useQuery(
    backOfficeQuery(['week-mail', locale], ({ signal }) =>
      callApi(previewWeekMail, { query: { locale } }, { signal }),
    ),
  )
  if (query.data === undefined)
    return <QueryState query={query} failed={m.admin_week_mail_preview_failed()} />
  const { mail } = query.data
  if (mail === undefined)
    return <EmptyState title={m.admin_week_mail_none()} art={<MailIcon size="2.5rem" />} />
  return (
    <div className={preview}>
      <p className={subject} lang={locale}>
        {mail.subject}
      </p>
      {/* A frame without scripts; links open a tab of their own. */}
      <iframe
        title={m.admin_week_mail_preview()}
        sandbox="allow-popups"
        srcDoc={mail.html.replaceAll('<a ', '<a target="_blank" rel="noopener" ')}
        className={page}
      />
      <details>
        <summary className={fold}>{m.admin_week_mail_text()}</summary>
        <pre className={text} lang={locale}>
          {mail.text}
        </pre>
      </details>
    </div>
  )
}

const heading = css({ textStyle: 'subheading' })
const preview = css({ display: 'grid', gap: '4', minWidth: '0' })
const subject = css({ fontWeight: 'bold', minWidth: '0' })
const page = css({ width: 'full', height: '[70dvh]', border: 'hairline', borderRadius: 'md' })
const fold = css({ cursor: 'pointer', fontWeight: 'medium', listStyle: '[disclosure-closed inside]' })
const text = css({ whiteSpace: 'pre-wrap', textStyle: 'small', paddingTop: '2' })

export const Route = createFileRoute('/backoffice/week-mail')({ component: WeekMailPage })
