import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** A string in the source of a catalogue. */
interface SourceString {
  readonly value: string
  /** The offsets of the literal with its quotes. */
  readonly start: number
  readonly end: number
}

/** A text in the source of a catalogue: a string in each language, or one for each plural form. */
export interface SourceText {
  /** The path of the file from the root of the repository. */
  readonly file: string
  readonly key: string
  /** The comments of the catalogue and of the text. */
  readonly comments: readonly string[]
  readonly languages: ReadonlyMap<string, ReadonlyMap<string, SourceString>>
}

/** The name of the form of a text without plural forms. */
export const ONLY_FORM = ''

const TOKEN = /\/\/ ?(.*)|\/\*\*?([\s\S]*?)\*\/|'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([a-zA-Z_]\w*)|[{}:,()]/g

interface Token {
  readonly kind: 'comment' | 'string' | 'name' | 'sign'
  readonly text: string
  readonly start: number
  readonly end: number
}

const unescape = (text: string): string =>
  text.replaceAll(/\\(?:u([0-9a-fA-F]{4})|(.))/g, (_, code: string | undefined, sign: string) => {
    if (code !== undefined) return String.fromCharCode(parseInt(code, 16))
    return sign === 'n' ? '\n' : sign
  })

function* tokensOf(source: string, from: number): Generator<Token> {
  for (const match of source.slice(from).matchAll(TOKEN)) {
    const [whole, line, block, single, double, name] = match
    const [start, end] = [from + match.index, from + match.index + whole.length]
    const comment = line ?? block
    const text = single ?? double
    if (comment !== undefined) yield { kind: 'comment', text: plainComment(comment), start, end }
    else if (text !== undefined) yield { kind: 'string', text: unescape(text), start, end }
    else if (name !== undefined) yield { kind: 'name', text: name, start, end }
    else yield { kind: 'sign', text: whole, start, end }
  }
}

const plainComment = (text: string): string =>
  text
    .replaceAll(/\n\s*\* ?/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** Returns the folder-relative paths of all catalogues. */
const catalogueFiles = (root: string): string[] =>
  globSync('contract/src/**/*messages.ts', { cwd: root })
    .filter((file) => readFileSync(path.join(root, file), 'utf8').includes('= defineMessages({'))
    .toSorted()

/** Returns all texts of the catalogues, in the order of files and lines. */
export const readCatalogues = (root: string): readonly SourceText[] =>
  catalogueFiles(root).flatMap((file) => textsOfSource(file, readFileSync(path.join(root, file), 'utf8')))

/** Returns the texts of the source of one catalogue. */
export function textsOfSource(file: string, source: string): readonly SourceText[] {
  const begin = source.indexOf('defineMessages({')
  const about = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export const \w+ = $/.exec(source.slice(0, begin))?.[1]
  const catalogueComments = about === undefined ? [] : [plainComment(about)]
  const texts: SourceText[] = []
  /** The names of the open objects, from the key of the text to the plural form. */
  let names: string[] = []
  let name: string | null = null
  let comments: string[] = []
  let languages = new Map<string, Map<string, SourceString>>()
  for (const token of tokensOf(source, begin + 'defineMessages('.length)) {
    const { kind, text } = token
    if (kind === 'comment') comments.push(text)
    else if (kind === 'sign' && text === '{') {
      names.push(name ?? '')
      name = null
    } else if (kind === 'sign' && text === '}') {
      if (names.length === 1) return texts
      if (names.length === 2) {
        texts.push({ file, key: names[1] ?? '', comments: [...catalogueComments, ...comments], languages })
        comments = []
        languages = new Map()
      }
      names = names.slice(0, -1)
      name = null
    } else if (kind === 'sign' && text === ',') name = null
    else if (kind !== 'sign' && name === null) name = text
    else if (kind === 'string') {
      const [language, form] = names.length === 2 ? [name ?? '', ONLY_FORM] : [names[2] ?? '', name ?? '']
      const forms = languages.get(language) ?? new Map<string, SourceString>()
      languages.set(language, forms.set(form, { value: text, start: token.start, end: token.end }))
    }
  }
  throw new Error(`${file} ends within its texts`)
}

/** Returns a text as a literal of TypeScript. The formatter chooses the quotes. */
const literal = (text: string): string =>
  `'${text
    .replaceAll('\\', String.raw`\\`)
    .replaceAll("'", String.raw`\'`)
    .replaceAll('\n', String.raw`\n`)}'`

/** Returns the source with the given strings replaced. Strings that stay the same keep their notation. */
export function replaceStrings(source: string, changes: readonly (readonly [SourceString, string])[]): string {
  const later = changes.filter(([old, value]) => old.value !== value).toSorted(([one], [other]) => other.start - one.start)
  return later.reduce((text, [old, value]) => text.slice(0, old.start) + literal(value) + text.slice(old.end), source)
}
