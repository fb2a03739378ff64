import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { webManifest } from './web-manifest'

describe('the manifest of the installed app', () => {
  it('has the shortcuts Upcoming, Add event and Saved, in this order', () => {
    expect(webManifest.shortcuts?.map(({ name, url }) => [name, url])).toEqual([
      ['Upcoming', '/events'],
      ['Add event', '/add-event'],
      ['Saved', '/saved'],
    ])
  })

  it('names pictures that exist', () => {
    const { icons = [], screenshots = [], shortcuts = [] } = webManifest
    const pictures = [...icons, ...screenshots, ...shortcuts.flatMap((shortcut) => shortcut.icons ?? [])]
    expect(pictures.filter(({ src }) => !existsSync(`public${src}`))).toEqual([])
    expect(pictures).toHaveLength(icons.length + screenshots.length + 3)
  })
})
