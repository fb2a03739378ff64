import { createFileRoute } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MailIcon } from 'lucide-react'
import { backOfficeQuery } from '@/client/back-office/shared/back-office-queries'
import { Page, QueryState, text } from '@/client/back-office/shared/page'
import { Facts, Instant } from '@/client/back-office/shared/table'
import { useAction } from '@/client/back-office/shared/use-action'
import { EmptyState } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { Fold } from '@/client/design-system/fold'
import { Tabs } from '@/client/design-system/tabs'
import { getWeekMail, previewWeekMail, sendWeekMailToMe } from '@/contract/week-mail'
import * as m from '@/messages/compiled/messages.js'
import { getLocale, type Locale } from '@/messages/compiled/runtime.js'
import { css } from 'styled-system/css'
import { cluster, stack } from 'styled-system/patterns'

function WeekMailPage() {
  const query = useQuery(backOfficeQuery(['week-mail'], getWeekMail, {}))
  const [language, setLanguage] = useState(getLocale())
  const items = [
    { value: 'en', label: 'English', content: <Preview locale="en" /> },
    { value: 'pt', label: 'Português', content: <Preview locale="pt" /> },
  ] as const
  return (
    <Page title={m.admin_week_mail()}>
      <QueryState query={query} failed={m.admin_week_mail_failed()} />
      {query.data === undefined ? null : (
        <Facts
          of={[
            [m.admin_week_mail_confirmed(), query.data.confirmed],
            [m.admin_week_mail_next(), <Instant key="next" seconds={query.data.sends_at} />],
          ]}
        />
      )}
      <h2 className={text.heading}>{m.admin_week_mail_preview()}</h2>
      <Tabs label={m.admin_week_mail_language()} value={language} onChange={setLanguage} items={items} />
    </Page>
  )
}

/** The mail as it would go out now, and the button that sends it to who looks at it. */
function Preview({ locale }: { locale: Locale }) {
  const query = useQuery(backOfficeQuery(['week-mail', locale], previewWeekMail, { query: { locale } }))
  const send = useAction<void, unknown>({
    run: (_, api) => api.call(sendWeekMailToMe, { body: { locale } }),
    done: () => [m.admin_week_mail_sent()],
    failed: () => m.admin_week_mail_send_failed(),
  })
  if (query.data === undefined)
    return <QueryState query={query} failed={m.admin_week_mail_preview_failed()} />
  const { mail } = query.data
  if (mail === undefined)
    return <EmptyState title={m.admin_week_mail_none()} art={<MailIcon size="2.5rem" />} />
  return (
    <div className={stack({ gap: '4', minWidth: '0' })}>
      <div className={cluster({ gap: '3', justify: 'space-between' })}>
        <p className={subject} lang={locale}>
          {mail.subject}
        </p>
        <Button busy={send.isPending} onClick={() => send.mutate()}>
          <MailIcon size="1.25rem" />
          {m.admin_week_mail_send()}
        </Button>
      </div>
      {/* A frame without scripts; links open a tab of their own. */}
      <iframe
        title={m.admin_week_mail_preview()}
        sandbox="allow-popups"
        srcDoc={mail.html.replaceAll('<a ', '<a target="_blank" rel="noopener" ')}
        className={page}
      />
      <Fold summary={m.admin_week_mail_text()}>
        <pre className={plain} lang={locale}>
          {mail.text}
        </pre>
      </Fold>
    </div>
  )
}

const subject = css({ fontWeight: 'bold', minWidth: '0' })
const page = css({ width: 'full', height: '[70dvh]', border: 'hairline', borderRadius: 'md' })
const plain = css({ whiteSpace: 'pre-wrap', textStyle: 'small', paddingTop: '2' })

export const Route = createFileRoute('/backoffice/week-mail')({ component: WeekMailPage })
