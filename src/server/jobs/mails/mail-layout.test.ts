import { describe, expect, it } from 'vitest'
import { layOut } from './mail-layout'

const CONTENT = {
  subject: 'Your event',
  paragraphs: ['It is <b>published</b>.\nWhen: tonight'],
  links: [{ label: 'See it', url: 'https://guide.example/events/1?token=a&b="c"' }],
  footnote: 'You get this mail because of "you".',
}

describe('the frame of our mails', () => {
  it('carries the name of the app, and fetches nothing', () => {
    const { html } = layOut(CONTENT, 'en')
    expect(html).toContain('Ericeira Events</td>')
    expect(html).not.toMatch(/<img|<link|<script|src=|url\(/)
  })

  it('shows what people wrote as text, and leads where it says', () => {
    const { html } = layOut(CONTENT, 'pt')
    expect(html).toContain('It is &lt;b&gt;published&lt;/b&gt;.<br>When: tonight')
    expect(html).toContain('href="https://guide.example/events/1?token=a&amp;b=&quot;c&quot;"')
    expect(html).toContain('<html lang="pt">')
  })

  it('says the same as plain text', () => {
    expect(layOut(CONTENT, 'en').text).toBe(
      [
        'Hello,',
        'It is <b>published</b>.\nWhen: tonight',
        'See it: https://guide.example/events/1?token=a&b="c"',
        'The Ericeira Events team',
        '--',
        'You get this mail because of "you".\n',
      ].join('\n\n'),
    )
  })
})
