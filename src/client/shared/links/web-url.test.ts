import { describe, expect, it } from 'vitest'
import { webUrl } from './web-url'

describe('an address that an anonymous client wrote', () => {
  it('is shown by its host when it leads to the web', () => {
    expect(webUrl('https://www.example.org/a?b')).toEqual({
      href: 'https://www.example.org/a?b',
      host: 'example.org',
    })
  })

  it('is not shown otherwise', () => {
    expect(webUrl('javascript:alert(1)')).toBeUndefined()
    expect(webUrl('not an address')).toBeUndefined()
    expect(webUrl(undefined)).toBeUndefined()
  })
})
