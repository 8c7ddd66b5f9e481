import { createRequire } from 'node:module'
import type { CompatData, CompatStatement, Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data'
import { type ESTree, parseAstAsync } from 'vite'
import { MINIMUM } from './minimum-browsers.ts'

/** Objects of the page, and the interface whose members they have. */
const INTERFACES: Readonly<Record<string, string>> = {
  navigator: 'Navigator',
  document: 'Document',
  performance: 'Performance',
  crypto: 'Crypto',
  screen: 'Screen',
  history: 'History',
  location: 'Location',
  caches: 'CacheStorage',
  indexedDB: 'IDBFactory',
}
const GLOBAL_OBJECTS = ['window', 'self', 'globalThis']

/** Names that methods of libraries and of this code have too. The types of our code know no newer method than ES2024. */
const COMMON_NAMES = new Set([
  'difference',
  'drop',
  'grow',
  'intersection',
  'resize',
  'take',
  'toArray',
  'transfer',
  'union',
  'use',
])
/** Features that may be used although a supported browser lacks them, and why. */
const ALLOWED: Readonly<Record<string, string>> = {
  'AbortSignal.timeout': 'Chrome has it since 103; only the name of its error was another one',
  AudioData: 'only with AudioEncoder, which the code asks for',
  'Symbol.dispose': 'a library reads it into a variable that it tests',
  WebTransport: 'Socket.IO catches the error and uses another transport',
  cancelIdleCallback: 'only with the result of requestIdleCallback, which the code asks for',
  trustedTypes: 'a library reads it into a variable that it tests',
}

// `as`: the package describes this file.
const { api, javascript } = createRequire(import.meta.url)('@mdn/browser-compat-data') as CompatData
const builtins: Identifier = javascript['builtins'] ?? {}

const isIn = ({ version_added, version_removed, flags, prefix, alternative_name }: SimpleSupportStatement, minimum: number) =>
  typeof version_added === 'string' &&
  Number.parseFloat(version_added.replace('≤', '')) <= minimum &&
  version_removed === undefined &&
  !flags &&
  !prefix &&
  !alternative_name

/** Returns the supported browsers that lack a feature at their minimum version. */
function missingIn({ support }: Pick<CompatStatement, 'support'>): string[] {
  return Object.entries(MINIMUM).flatMap(([browser, minimum]) => {
    const statements = [support[browser as keyof typeof MINIMUM] ?? []].flat() // `as`: a key of MINIMUM
    return statements.some((each) => isIn(each, minimum)) ? [] : [browser]
  })
}

const compatOf = (...found: (Identifier | undefined)[]): CompatStatement | undefined =>
  found.find((each) => each?.__compat)?.__compat

const globalCompat = (name: string) => compatOf(builtins[name], api[name], api['Window']?.[name])
function memberCompat(object: string, name: string) {
  const holder = INTERFACES[object] ?? object
  return compatOf(builtins[holder]?.[name], api[holder]?.[`${name}_static`], api[holder]?.[name])
}

/** Methods of the language that a supported browser lacks, unless another object has an older one of that name. */
const newMethods = (() => {
  const known = new Map<string, string[]>()
  for (const holder of [...Object.values(builtins), ...Object.values(api)])
    for (const [key, member] of Object.entries(holder)) {
      if (!member.__compat) continue
      const name = key.replace(/_static$/, '')
      const missing = missingIn(member.__compat)
      if (missing.length < (known.get(name)?.length ?? Infinity)) known.set(name, missing)
    }
  const ofLanguage = new Set(Object.values(builtins).flatMap((holder) => Object.keys(holder)))
  return new Map([...known].filter(([name, missing]) => missing.length > 0 && ofLanguage.has(name) && !COMMON_NAMES.has(name)))
})()

/**
 * Returns the features that a script uses and that a supported browser lacks, with the names of these browsers. A feature
 * that the same file asks for (`typeof`, `in`, `?.`, a condition) is not one of them.
 */
export async function missingFeatures(code: string): Promise<Map<string, string>> {
  const found: Found = { used: new Map(), checked: new Set() }
  visit(await parseAstAsync(code, { lang: 'js', sourceType: 'module' }), found)
  // A check of the object counts only if the object itself is new: each file asks for `Promise` somewhere.
  const isNew = (object: string) => missingIn(globalCompat(object) ?? { support: {} }).length > 0
  const isChecked = (name: string) => {
    const [last = '', ...objects] = name.split('.').toReversed()
    return found.checked.has(last) || objects.some((each) => found.checked.has(each) && isNew(each))
  }
  return new Map([...found.used].filter(([name]) => !isChecked(name) && ALLOWED[name] === undefined))
}

interface Found {
  readonly used: Map<string, string>
  readonly checked: Set<string>
}

function visit(node: ESTree.Node, found: Found): void {
  collectUse(node, ({ used }, name, missing) => missing.length > 0 && used.set(name, missing.join(', ')), found)
  for (const tested of testedIn(node)) {
    const name = nameOf(tested)
    if (name !== null) found.checked.add(name)
  }
  for (const child of Object.values(node).flat()) if (isNode(child)) visit(child, found)
}

function collectUse(node: ESTree.Node, add: (found: Found, name: string, missing: readonly string[]) => void, found: Found) {
  const use = (name: string, compat: CompatStatement | undefined) => compat && add(found, name, missingIn(compat))
  if (node.type === 'NewExpression' || node.type === 'CallExpression') {
    const name = nameOf(node.callee) ?? ''
    // Shorter names are variables of the minified code.
    if (node.callee.type === 'Identifier' && name.length > 3) use(name, globalCompat(name))
    if (node.callee.type === 'MemberExpression') add(found, name, newMethods.get(name) ?? [])
  } else if (node.type === 'MemberExpression' && node.object.type === 'Identifier') {
    const [object, name] = [node.object.name, nameOf(node) ?? '']
    if (GLOBAL_OBJECTS.includes(object)) use(name, globalCompat(name))
    else use(`${object}.${name}`, memberCompat(object, name))
  } else if (node.type === 'Literal' && 'regex' in node && node.regex.flags.includes('v'))
    add(found, 'the flag v', ['firefox', 'safari'])
}

/** Returns what a node asks for before the code uses it. */
function testedIn(node: ESTree.Node): readonly ESTree.Node[] {
  switch (node.type) {
    case 'UnaryExpression':
      return ['typeof', '!'].includes(node.operator) ? [node.argument] : []
    case 'BinaryExpression':
      return node.operator === 'in' ? [node.left] : /^[!=]=/.test(node.operator) ? [node.left, node.right] : []
    case 'LogicalExpression':
      return [node.left]
    case 'IfStatement':
    case 'ConditionalExpression':
      return [node.test]
    case 'CallExpression':
      return node.optional ? [node.callee] : []
    case 'MemberExpression':
      return node.optional ? [node.object] : []
    default:
      return []
  }
}

/** Returns the name of a variable or of a member, or the text of a string. */
function nameOf(node: ESTree.Node): string | null {
  if (node.type === 'Identifier') return node.name
  if (node.type === 'ChainExpression') return nameOf(node.expression)
  if (node.type === 'Literal') return String(node.value)
  if (node.type === 'TemplateLiteral') return node.quasis.length === 1 ? (node.quasis[0]?.value.cooked ?? null) : null
  if (node.type !== 'MemberExpression') return null
  return node.computed && node.property.type === 'Identifier' ? null : nameOf(node.property)
}

const isNode = (value: unknown): value is ESTree.Node => typeof value === 'object' && value !== null && 'type' in value
