import type { ReactNode } from 'react'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'
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
