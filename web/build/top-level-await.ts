import { type ESTree, parseAstAsync, type Plugin } from 'vite'

const SCRIPT = /\.m?js$/

/**
 * Fails the build if a file awaits at its top level. In WebKit, a module that depends on such a file may run before the
 * file has ended, and its error is dropped (decisions/0168).
 */
export function topLevelAwaitPlugin(): Plugin {
  return {
    name: 'noroshi-top-level-await',
    apply: 'build',
    generateBundle: {
      order: 'post', // with the files that other plugins add
      async handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (!SCRIPT.test(file.fileName)) continue
          const code = file.type === 'chunk' ? file.code : String(file.source)
          if (await hasTopLevelAwait(code)) throw new Error(`${file.fileName} has a top-level await`)
        }
      },
    },
  }
}

/** Returns whether a module awaits outside of its functions. */
export async function hasTopLevelAwait(code: string): Promise<boolean> {
  if (!/\bawait\b/.test(code)) return false
  return awaits(await parseAstAsync(code, { lang: 'js', sourceType: 'module' }))
}

function awaits(node: ESTree.Node): boolean {
  if (node.type === 'AwaitExpression' || (node.type === 'ForOfStatement' && node.await)) return true
  if (/Function/.test(node.type)) return false
  return Object.values(node)
    .flat()
    .some((value: unknown) => isNode(value) && awaits(value))
}

const isNode = (value: unknown): value is ESTree.Node => typeof value === 'object' && value !== null && 'type' in value
