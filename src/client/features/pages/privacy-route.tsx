import { createFileRoute } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { originOf, pageHead } from '@/client/shared/layout/page-head'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'
import { needsConsent, reopenConsentBanner } from '@/client/shared/consent/consent'
import { Button } from '@/client/design-system/button'
import {
  ACTIVITY_MONTHS,
  CONTACT_ADDRESS_MONTHS,
  SUPPORT_MESSAGE_MONTHS,
  VISITORS_EVENT_DAYS,
} from '@/domain/accounts/account'
import { css, cx } from 'styled-system/css'
import { page } from 'styled-system/patterns'
import { prose } from 'styled-system/recipes'

interface LegalSection {
  /** The anchor of the section, stable over languages. */
  id: string
  title: string
  paragraphs: readonly string[]
  /** A control that does here what the text is about. */
  action?: ReactNode
}

interface LegalPageProps {
  title: string
  intro: string
  sections: readonly LegalSection[]
}

/** A legal text (rules 2.8): its sections, and whom to write to. */
export function LegalPage({ title, intro, sections }: LegalPageProps) {
  return (
    <article className={cx(page({ width: 'text' }), room)}>
      <div className={prose()}>
        <h1>{title}</h1>
        <p className={updated}>{m.legal_updated()}</p>
        <p>{intro}</p>
        <nav aria-label={m.legal_contents()}>
          <ul>
            {sections.map((section) => (
              <li key={section.id}>
                <a href={`#${section.id}`}>{section.title}</a>
              </li>
            ))}
          </ul>
        </nav>
        {sections.map((section) => (
          <section key={section.id} id={section.id} className={anchor}>
            <h2>{section.title}</h2>
            {section.paragraphs.map((text) => (
              <p key={text}>{text}</p>
            ))}
            {section.action}
          </section>
        ))}
        <section id="contact" className={anchor}>
          <h2>{m.legal_contact_title()}</h2>
          <p>
            {m.legal_contact_text()} <a href={`mailto:${SITE.contactMailbox}`}>{SITE.contactMailbox}</a>.
          </p>
        </section>
      </div>
    </article>
  )
}

const room = css({ paddingBlock: { base: '6', md: '12' } })
const updated = css({ textStyle: 'small', color: 'fg.muted' })
const anchor = css({
  '& > * + *': { marginTop: '3' },
  '&:not(:first-child)': { marginTop: '10' },
})

function PrivacyPage() {
  return (
    <LegalPage
      title={m.legal_privacy_title()}
      intro={m.legal_privacy_intro({ site: SITE.name })}
      sections={[
        {
          id: 'given',
          title: m.legal_privacy_given_title(),
          paragraphs: [
            m.legal_privacy_given_event(),
            m.legal_privacy_given_message(),
            m.legal_privacy_given_account(),
          ],
        },
        {
          id: 'kept',
          title: m.legal_privacy_retention_title(),
          paragraphs: [
            m.legal_privacy_retention_event({ months: CONTACT_ADDRESS_MONTHS, days: VISITORS_EVENT_DAYS }),
            m.legal_privacy_retention_message({ months: SUPPORT_MESSAGE_MONTHS }),
            m.legal_privacy_retention_account(),
            m.legal_privacy_retention_sessions(),
            m.legal_privacy_retention_push(),
            m.legal_privacy_retention_week(),
            m.legal_privacy_retention_activity({ months: ACTIVITY_MONTHS }),
            m.legal_privacy_retention_log(),
          ],
        },
        { id: 'device', title: m.legal_privacy_device_title(), paragraphs: [m.legal_privacy_device_text()] },
        {
          id: 'cookies',
          title: m.legal_privacy_cookies_title(),
          paragraphs: [m.legal_privacy_cookies_text()],
          action: needsConsent() ? (
            <Button variant="secondary" onClick={reopenConsentBanner}>
              {m.shell_cookie_settings()}
            </Button>
          ) : null,
        },
        { id: 'others', title: m.legal_privacy_others_title(), paragraphs: [m.legal_privacy_others_text()] },
        {
          id: 'children',
          title: m.legal_privacy_children_title(),
          paragraphs: [m.legal_privacy_children_text()],
        },
        { id: 'rights', title: m.legal_privacy_rights_title(), paragraphs: [m.legal_privacy_rights_text()] },
      ]}
    />
  )
}

export const Route = createFileRoute('/privacy')({
  head: ({ match }) =>
    pageHead({
      title: m.legal_privacy_title(),
      description: import.meta.env.SSR ? m.legal_privacy_description({ site: SITE.name }) : undefined,
      path: '/privacy',
      origin: originOf(match.context),
    }),
  component: PrivacyPage,
})
