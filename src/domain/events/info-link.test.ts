import { describe, expect, it } from 'vitest'
import { completeLink, infoLinkProblem } from './info-link'
import type { InfoLinkType } from './info-link'

describe('a link as people type it', () => {
  it.each<[InfoLinkType, string, string]>([
    ['instagram', 'instagram.com/username', 'https://instagram.com/username'],
    ['instagram', ' www.instagram.com/a.b/ ', 'https://www.instagram.com/a.b/'],
    ['instagram', '@praia.do.sul', 'https://instagram.com/praia.do.sul'],
    ['facebook', 'm.facebook.com/page', 'https://m.facebook.com/page'],
    ['facebook', 'fb.me/e/1', 'https://fb.me/e/1'],
    ['telegram', 't.me/channel', 'https://t.me/channel'],
    ['telegram', '@channel', 'https://t.me/channel'],
    ['whatsapp', 'wa.me/351912345678', 'https://wa.me/351912345678'],
    ['whatsapp', '+351 912 345-678', 'https://wa.me/351912345678'],
    ['web_url', 'example.com', 'https://example.com'],
    ['web_url', 'praia-são.pt/agenda?dia=1', 'https://praia-são.pt/agenda?dia=1'],
    ['web_url', 'example.com:8080/x', 'https://example.com:8080/x'],
    ['web_url', 'http://example.com', 'http://example.com'],
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
    ['whatsapp', '912 345'],
    ['instagram', 'instagram.com.evil.example/x'],
    ['instagram', 'https://instagram.com@evil.example/x'],
  ])('%s: %s stays wrong', (type, typed) => {
    expect(infoLinkProblem(type, completeLink(type, typed))).toBeDefined()
  })
})
