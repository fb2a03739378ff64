import { escapeUTF8 } from 'entities'

/** One thing in a list: what it is, where it leads, and what is said of it. */
export interface MailRow {
  /** The text before the title, 'Cancelled: '; empty before most. */
  prefix: string
  title: string
  url: string
  facts: string
  /** It does not take place: its title is crossed out. */
  isOff?: boolean
}

export interface MailSection {
  heading: string
  rows: readonly MailRow[]
}

/** The sections of a mail as text: a heading with a line below it, and of each row its title, its facts and its address. */
export function sectionsText(sections: readonly MailSection[]): string[] {
  return sections.flatMap(({ heading, rows }) => [
    `${heading}\n${'-'.repeat([...heading].length)}`,
    ...rows.map(({ prefix, title, facts, url }) =>
      [prefix + title, facts, url].filter((line) => line !== '').join('\n'),
    ),
  ])
}

/** The sections as HTML. The colours of a dark theme come from the frame's classes. */
export function sectionsHtml(sections: readonly MailSection[], linkColor: string): string {
  return sections
    .map(({ heading, rows }) => {
      const title = `<h2 style="margin:28px 0 4px;font-size:17px;line-height:1.4">${escapeUTF8(heading)}</h2>`
      return title + rows.map((row) => rowHtml(row, linkColor)).join('')
    })
    .join('')
}

function rowHtml({ prefix, title, url, facts, isOff = false }: MailRow, linkColor: string): string {
  const shown = isOff ? `<s>${escapeUTF8(title)}</s>` : escapeUTF8(title)
  const style = `color:${linkColor};font-weight:600;text-decoration:none`
  const link = `<a class="link" href="${escapeUTF8(url)}" style="${style}">${escapeUTF8(prefix)}${shown}</a>`
  const line = facts === '' ? '' : `<br><span class="muted" style="color:#426272">${escapeUTF8(facts)}</span>`
  return `<p style="margin:12px 0">${link}${line}</p>`
}
