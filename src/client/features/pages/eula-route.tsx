import { createFileRoute } from '@tanstack/react-router'
import { siteHead } from '@/client/shared/layout/page-head'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'
import { LegalPage } from './legal-page'

export const Route = createFileRoute('/eula')({
  head: siteHead(m.legal_eula_title, import.meta.env.SSR && m.legal_eula_description),
  component: () => (
    <LegalPage
      title={m.legal_eula_title()}
      intro={m.legal_eula_intro({ site: SITE.name })}
      sections={[
        ['licence', m.legal_eula_licence_title(), m.legal_eula_licence_text()],
        ['limits', m.legal_eula_limits_title(), m.legal_eula_limits_text()],
        ['others', m.legal_eula_content_title(), m.legal_eula_content_text()],
        ['updates', m.legal_eula_updates_title(), m.legal_eula_updates_text()],
        ['warranty', m.legal_eula_warranty_title(), m.legal_eula_warranty_text()],
        ['store', m.legal_eula_store_title(), m.legal_eula_store_text()],
        ['end', m.legal_eula_end_title(), m.legal_eula_end_text()],
      ]}
    />
  ),
})
