import { describe, expect, it } from 'vitest'
import { completeLink, infoLinkProblem, type InfoLinkType } from './info-link'

describe('a link as people type it', () => {
  it.each<[InfoLinkType, string, string]>([
    ['instagram', 'instagram.com/username', 'https://instagram.com/username'],
    ['instagram', '@praia.do.sul', 'https://instagram.com/praia.do.sul'],
    ['facebook', 'm.facebook.com/page', 'https://m.facebook.com/page'],
    ['telegram', '@channel', 'https://t.me/channel'],
    ['whatsapp', 'wa.me/351912345678', 'https://wa.me/351912345678'],
    ['instagram', '\u200E@surf.club.\u200E', 'https://instagram.com/surf.club.'],
    ['instagram', 'instagr.am/p/1', 'https://instagr.am/p/1'],
    ['facebook', 'https://pt-pt.facebook.com/page', 'https://pt-pt.facebook.com/page'],
    ['facebook', 'mbasic.facebook.com:443/page', 'https://mbasic.facebook.com:443/page'],
    ['telegram', 'channel.t.me', 'https://channel.t.me'],
    [
      'whatsapp',
      'web.whatsapp.com/send?phone=351912345678',
      'https://web.whatsapp.com/send?phone=351912345678',
    ],
    ['web_url', 'example.com', 'https://example.com'],
    ['web_url', 'praia-são.pt/agenda?dia=1', 'https://praia-são.pt/agenda?dia=1'],
  ])('%s: %s is %s', (type, typed, link) => {
    expect(completeLink(type, typed)).toBe(link)
    expect(infoLinkProblem(type, link)).toBeUndefined()
  })

  it.each<[InfoLinkType, string]>([
    ['web_url', 'javascript:alert(1)'],
    ['web_url', 'mailto:ana@example.pt'],
    ['web_url', 'ana@example.pt'],
    ['web_url', 'our site'],
    ['web_url', '//example.com'],
    ['facebook', 'instagram.com/username'],
    ['facebook', '@page'],
    ['facebook', 'https://facebook.com@evil.example/x'],
    ['facebook', 'evilfacebook.com/x'],
    ['facebook', 'facebook.com.evil.example/x'],
    ['facebook', 'evil.example/facebook.com'],
    ['facebook', 'faceb\u043Eok.com/x'],
    ['facebook', 'https://com/x'],
    ['telegram', 'evil-t.me/x'],
    ['instagram', 'instagram.com.evil.example/x'],
    ['instagram', 'https://instagram.com@evil.example/x'],
  ])('%s: %s stays wrong', (type, typed) => {
    expect(infoLinkProblem(type, completeLink(type, typed))).toBeDefined()
  })

  it.each([
    [
      '351912345678',
      '+351 912 345-678',
      '(+351) 912·345·678',
      '00 351–912—345−678',
      '＋３５１ ９１２ ３４５ ６７８',
    ],
    ['351912345678', '\u202A+351\u00A0912\u202F345\u2011678\u202C', '+(351) 912 345 678'],
    ['442079460000', '+44 (0)20 7946 0000', '0044 (0) 20 7946 0000', '+44(0)2079460000'],
    ['390612345678', '+39 06 1234 5678'],
    ['2250712345678', '+225 07 12 34 56 78'],
    ['12125550100', '+1 (212) 555-0100'],
  ])('whatsapp: %s is the number, however it is written', (number, ...typed) => {
    for (const one of typed) expect(completeLink('whatsapp', one), one).toBe(`https://wa.me/${number}`)
  })

  const refused = `912 345|912 345 678|0912 345 678|+0 912 345 678|+351 912 345 678 ext. 5|+351 912 345 67o
    |+351 912 345 678 / 679|+351 912 345 678 +351 1|+351 912|(0)20 7946 0000|+44|00`
  it.each(refused.split('|'))('whatsapp: %s is no number with its country', (typed) => {
    expect(infoLinkProblem('whatsapp', completeLink('whatsapp', typed))).toBeDefined()
  })
})
