import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { environment } from '@/server/config/read-config'

const FOLDERS = ['src', 'tests', 'e2e', 'tools', 'docs']
const GENERATED =
  /^src\/messages\/(?:compiled|project\.inlang)\/|\.gen\.[jt]s$|\/migrations\/|\.fixture\.json$/

/** Every file of the project below these folders, and the top-level files that refer to others. */
const FILES = [
  ...FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  ).filter((path) => !GENERATED.test(path) && statSync(path).isFile()),
  'README.md',
  'panda.config.ts',
  'vite.config.ts',
]
const TEXTS = FILES.filter((path) => /\.(?:tsx?|mjs|md)$/.test(path)).map((path) => ({
  path,
  text: readFileSync(path, 'utf8'),
}))
const DOCUMENTS = TEXTS.filter(({ path }) => path.endsWith('.md'))

const SECTIONS = new Set(
  [...readFileSync('docs/rules.md', 'utf8').matchAll(/^#{2,3} (\d+(?:\.\d+)?) /gm)].map(
    ([, number]) => number,
  ),
)

/** The section numbers that a text cites: `rules 2.5, 4 and 5` cites three. */
function citedSections(text: string): string[] {
  return [
    ...text.matchAll(/\brules (\d+(?:\.\d+)?(?:(?:, | and )\d+(?:\.\d+)?(?![\d:%]| (?!and )[a-z]))*)/gi),
  ].flatMap(([, list = '']) => list.split(/, | and /))
}

/** The comments of a program, or all of a document. */
function proseOf({ path, text }: { path: string; text: string }): string {
  if (path.endsWith('.md')) return text
  return [...text.matchAll(/\/\*[^]*?\*\/|(?<![:'"`])\/\/ .*/g)].map(([comment]) => comment).join('\n')
}

const ROOTS = '(?:src|tests|e2e|tools|docs|client|server|offline|domain|contract|service-worker|messages)'
const PATH = new RegExp(`(?<![\\w/@.-])(${ROOTS}/[\\w./$-]*[\\w$])(?![\\w*{…])`, 'g')
const TEST_NAME = /(?<![\w/.-])([\w-]+\.(?:test|e2e)\.tsx?)\b/g

const ENDINGS = ['', '.ts', '.tsx', '.mjs', '.md', '.test.ts', '.test.tsx', '.e2e.ts']

/** Whether a path that prose names is there: from the root, from `src`, or beside the file; with or without its ending. */
function isThere(named: string, from: string): boolean {
  return ['.', 'src', dirname(from)].some((base) =>
    ENDINGS.some((ending) => existsSync(normalize(join(base, named + ending)))),
  )
}

/** `outbox/entry-store`, `next-step.test`: the end of a path. */
const IN_SHORT = /`((?:[a-z][\w-]*\/)+[a-z][\w-]*|[\w-]+\.(?:test|e2e))`/g
const SHORT_NAMES = new Set(
  FILES.flatMap((path) => {
    const parts = path.replace(/\.(?:tsx?|mjs|md)$/, '').split('/')
    return parts.flatMap((_, from) =>
      parts.slice(from).map((__, count) => parts.slice(from, from + count + 1).join('/')),
    )
  }),
)

function isNamed(short: string): boolean {
  return SHORT_NAMES.has(short) || existsSync(short)
}

/** GitHub's anchor of a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .trim()
    .replaceAll(' ', '-')
}

function anchorsIn(document: string): Set<string> {
  const headings = readFileSync(document, 'utf8').matchAll(/^#{1,6} (.+)$/gm)
  return new Set([...headings].map(([, heading = '']) => anchorOf(heading)))
}

function brokenLinks({ path, text }: { path: string; text: string }): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [file = '', anchor] = target.split('#')
      const document = file === '' ? path : normalize(join(dirname(path), file))
      return !existsSync(document) || (anchor !== undefined && !anchorsIn(document).has(anchor))
    })
}

describe('a reference leads somewhere', () => {
  it('to a section of docs/rules.md', () => {
    const missing = TEXTS.flatMap(({ path, text }) =>
      citedSections(text)
        .filter((number) => !SECTIONS.has(number))
        .map((number) => `${path}: rules ${number}`),
    )
    expect(missing).toEqual([])
  })

  it('and never to a document that is not in the repository', () => {
    const outside =
      /\bspec (?:section )?\d|\(decisions\b(?!\.md)|\b(?:spec|design|quality|stack)\.md\b|\bissues? (?:'|\d)/gi
    const found = TEXTS.flatMap((file) =>
      [...proseOf(file).matchAll(outside)].map(([words]) => `${file.path}: ${words}`),
    )
    expect(found).toEqual([])
  })

  it('to a file, when prose names its path', () => {
    const missing = TEXTS.flatMap((file) =>
      [...proseOf(file).matchAll(PATH)]
        .map(([, named = '']) => named)
        .filter((named) => !isThere(named, file.path))
        .map((named) => `${file.path}: ${named}`),
    )
    expect(missing).toEqual([])
  })

  it('to a test, when prose names its file', () => {
    const names = new Set(FILES.map((path) => path.split('/').at(-1)))
    const missing = TEXTS.flatMap((file) =>
      [...proseOf(file).matchAll(TEST_NAME)]
        .map(([, named = '']) => named)
        .filter((named) => !names.has(named))
        .map((named) => `${file.path}: ${named}`),
    )
    expect(missing).toEqual([])
  })

  it('to a module or a test, when a page of docs/ names it in short', () => {
    const missing = DOCUMENTS.filter(({ path }) => path.startsWith('docs/')).flatMap(({ path, text }) =>
      [...text.matchAll(IN_SHORT)]
        .map(([, named = '']) => named)
        .filter((named) => !isNamed(named))
        .map((named) => `${path}: ${named}`),
    )
    expect(missing).toEqual([])
  })

  it.each(DOCUMENTS.map((document) => [document.path, document] as const))(
    'by every link of %s',
    (_, document) => {
      expect(brokenLinks(document)).toEqual([])
    },
  )
})

it('.env.example names every variable that the server reads, and no other', () => {
  const text = readFileSync('.env.example', 'utf8')
  const named = new Set(
    text.match(/\b[A-Z][A-Z\d]*_[A-Z\d_]+\b|^#?[A-Z]+(?==)/gm)?.map((name) => name.replace('#', '')),
  )
  expect([...named].toSorted()).toEqual(Object.keys(environment.shape).toSorted())
})
