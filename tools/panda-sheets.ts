import { Builder } from '@pandacss/node'

/**
 * Two style sheets from one design: theme.css has what the first load of `/` and `/events` can show, later.css has
 * everything and comes with the code of the other routes, after the first. Rules that are in both say the same. Panda's own PostCSS plugin knows one configuration only.
 */
const SHEETS = [
  { file: /theme\/theme\.css$/, configPath: './tools/panda.first-load.config.ts', builder: new Builder() },
  { file: /theme\/later\.css$/, configPath: './panda.config.ts', builder: new Builder() },
]

type Root = Parameters<Builder['write']>[0]
interface Result {
  opts: { from?: string | undefined }
  messages: unknown[]
}

async function write(
  { builder, configPath }: (typeof SHEETS)[number],
  root: Root,
  result: Result,
): Promise<void> {
  await builder.setup({ configPath, cwd: process.cwd() })
  await builder.emit()
  builder.extract()
  builder.registerDependency((dependency) =>
    result.messages.push({ ...dependency, plugin: 'panda-sheets', parent: result.opts.from }),
  )
  builder.write(root)
  // Panda signs its work in every style sheet.
  root.walkDecls('--made-with-panda', (signature) => {
    signature.parent?.remove()
  })
}

// One at a time: Panda's record of what it has read is shared by all builders.
let turn = Promise.resolve()

/** PostCSS plugin for Vite. */
export const pandaSheets = {
  postcssPlugin: 'panda-sheets',
  // Vite and Panda bring a copy of PostCSS each; the tree is the same to both.
  Once(root: unknown, { result }: { result: Result }): Promise<void> {
    const path = result.opts.from?.split('?')[0] ?? ''
    const sheet = SHEETS.find(({ file }) => file.test(path))
    if (sheet !== undefined) turn = turn.then(() => write(sheet, root as Root, result))
    return turn
  },
}
