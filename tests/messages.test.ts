import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as m from '@/messages/compiled/messages.js'

const MESSAGES = join(process.cwd(), 'src/messages')

type Catalogue = Record<string, unknown>

function catalogue(locale: string, area: string): Catalogue {
  return JSON.parse(readFileSync(join(MESSAGES, locale, area), 'utf8')) as Catalogue
}

/** The parameters of a message: `{n}`, `{title}`. */
function variables(message: unknown): string[] {
  return [...JSON.stringify(message).matchAll(/\{([a-z]\w*)\}/gi)].map(([, name = '']) => name).toSorted()
}

const areas = readdirSync(join(MESSAGES, 'en'))

function filesBelow(dir: string): string[] {
  return readdirSync(dir).flatMap((name) => {
    const path = join(dir, name)
    return statSync(path).isDirectory() ? filesBelow(path) : [path]
  })
}

describe('the sentences', () => {
  it.each(areas)('%s exists in both languages, key by key, with the same variables', (area) => {
    const en = catalogue('en', area)
    const pt = catalogue('pt', area)
    expect(Object.keys(pt).toSorted()).toEqual(Object.keys(en).toSorted())
    for (const [key, sentence] of Object.entries(en)) {
      expect([...new Set(variables(pt[key]))], key).toEqual([...new Set(variables(sentence))])
      expect(JSON.stringify(pt[key]), key).not.toMatch(/^"\s*"$/)
    }
  })

  it.each(areas)('%s has one Portuguese word for one thing', (area) => {
    const words = JSON.stringify(catalogue('pt', area))
    expect(words.match(/e-mail|outra vez|com a Google/gi)).toBeNull()
  })

  it('have the plurals of Portugal, where nought is many', () => {
    expect([0, 1, 2].map((n) => m.admin_places_found({ n }, { locale: 'pt' }))).toEqual([
      '0 locais',
      '1 local',
      '2 locais',
    ])
  })

  it('have each a name of their own: of two with one name only one would be compiled', () => {
    const names = areas.flatMap((area) => Object.keys(catalogue('en', area)))
    expect(names.filter((name, index) => names.indexOf(name) !== index && name !== '$schema')).toEqual([])
  })

  it('are all compiled: every area has its line in the project settings', () => {
    const settings = JSON.parse(readFileSync(join(MESSAGES, 'project.inlang/settings.json'), 'utf8')) as {
      'plugin.inlang.messageFormat': { pathPattern: string[] }
    }
    const listed = settings['plugin.inlang.messageFormat'].pathPattern.map((pattern) =>
      pattern.split('/').at(-1),
    )
    expect(listed.toSorted()).toEqual(areas.toSorted())
  })

  it('stand nowhere else: no component writes its own words', () => {
    const wrong = filesBelow(join(process.cwd(), 'src/client'))
      .filter((path) => path.endsWith('.tsx') && !path.endsWith('.test.tsx'))
      .flatMap((path) => {
        const source = readFileSync(path, 'utf8')
        const texts = source.matchAll(/<[a-zA-Z][^<>]*>\s*([A-Z][a-z]+(?: [A-Za-z]+)*[.!?]?)\s*<\//g)
        const labels = source.matchAll(/(?:aria-label|alt|title|placeholder|label)="([A-Z][a-z]+[^"]*)"/g)
        return [...texts, ...labels].map(([, words = '']) => `${path}: ${words}`)
      })
    expect(wrong).toEqual([])
  })
})
