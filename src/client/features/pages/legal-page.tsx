import type { ReactNode } from 'react'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'
import { css, cx } from 'styled-system/css'
import { page } from 'styled-system/patterns'
import { smallText } from '@/client/design-system/text'

/** The anchor of a section, stable over languages, its title, and its paragraphs. */
type LegalSection = readonly [id: string, title: string, ...paragraphs: ReactNode[]]

interface LegalPageProps {
  title: string
  intro: string
  sections: readonly LegalSection[]
}

/** A legal text (rules 2.8): its sections, and whom to write to. */
export function LegalPage({ title, intro, sections }: LegalPageProps) {
  return (
    <article className={cx(page({ width: 'text' }), room, prose)}>
      <h1>{title}</h1>
      <p className={smallText}>{m.legal_updated()}</p>
      <p>{intro}</p>
      <nav aria-label={m.legal_contents()}>
        <ul>
          {sections.map(([id, name]) => (
            <li key={id}>
              <a href={`#${id}`}>{name}</a>
            </li>
          ))}
        </ul>
      </nav>
      {sections.map(([id, name, ...paragraphs]) => (
        <section key={id} id={id} className={anchor}>
          <h2>{name}</h2>
          {paragraphs.map((text, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a fixed text, in the order in which it is written
            <p key={index}>{text}</p>
          ))}
        </section>
      ))}
      <section id="contact" className={anchor}>
        <h2>{m.legal_contact_title()}</h2>
        <p>
          {m.legal_contact_text()} <a href={`mailto:${SITE.contactMailbox}`}>{SITE.contactMailbox}</a>.
        </p>
      </section>
    </article>
  )
}

const room = css({ paddingBlock: { base: '6', md: '10' } })
const anchor = css({ '& > * + *': { marginTop: '3' }, '&:not(:first-child)': { marginTop: '10' } })
const prose = css({
  '& > * + *': { marginTop: '4' },
  '& h1': { textStyle: 'title' },
  '& h2': { textStyle: 'heading' },
  '& ul': { paddingLeft: '5', listStyle: 'disc' },
  '& li + li': { marginTop: '1.5' },
  '& li::marker': { color: 'accent' },
  '& a': { color: 'link', textDecoration: 'underline', textUnderlineOffset: '[0.2em]' },
})
