/** One text of a PO file (gettext). */
export interface PoEntry {
  /** Comments for the translator, one line each. */
  readonly comments: readonly string[]
  /** The file that contains the text. */
  readonly reference: string
  readonly flags: readonly string[]
  readonly context: string
  /** The English text. */
  readonly source: string
  /** The translation; '' without one. */
  readonly translation: string
}

export interface PoFile {
  readonly language: string
  readonly entries: readonly PoEntry[]
}

const quote = (text: string): string =>
  `"${text
    .replaceAll('\\', String.raw`\\`)
    .replaceAll('"', String.raw`\"`)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\t', String.raw`\t`)}"`

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }
const unquote = (text: string): string => text.slice(1, -1).replaceAll(/\\(.)/g, (_, sign: string) => ESCAPES[sign] ?? sign)

/** Returns the text of a PO file. */
export function formatPo({ language, entries }: PoFile): string {
  const header = [
    'msgid ""',
    'msgstr ""',
    quote(`Language: ${language}\n`),
    quote('MIME-Version: 1.0\n'),
    quote('Content-Type: text/plain; charset=UTF-8\n'),
    quote('Content-Transfer-Encoding: 8bit\n'),
  ].join('\n')
  const blocks = entries.map(({ comments, reference, flags, context, source, translation }) =>
    [
      ...comments.map((comment) => `#. ${comment}`),
      `#: ${reference}`,
      ...(flags.length > 0 ? [`#, ${flags.join(', ')}`] : []),
      `msgctxt ${quote(context)}`,
      `msgid ${quote(source)}`,
      `msgstr ${quote(translation)}`,
    ].join('\n'),
  )
  return `${[header, ...blocks].join('\n\n')}\n`
}

const KEYWORD = /^(msgctxt|msgid|msgstr)\s+(".*")$/
const LANGUAGE = /^Language:\s*(\S+)/m

/**
 * Reads a PO file. Texts may continue on further lines, as editors wrap them. Obsolete entries (`#~`) are left out.
 * @throws Error for a line that is not PO, such as plural forms of gettext, and for a file without a language
 */
export function parsePo(text: string): PoFile {
  let language: string | null = null
  const entries: PoEntry[] = []
  for (const block of text.replaceAll('\r\n', '\n').split(/\n{2,}/)) {
    const entry = parseBlock(block)
    if (entry === null) continue
    if (entry.context === '' && entry.source === '') language = LANGUAGE.exec(entry.translation)?.[1] ?? null
    else entries.push(entry)
  }
  if (language === null) throw new Error('The header has no language')
  return { language, entries }
}

function parseBlock(block: string): PoEntry | null {
  const comments: string[] = []
  const flags: string[] = []
  let reference = ''
  const texts = { msgctxt: '', msgid: '', msgstr: '' }
  let current: keyof typeof texts | null = null
  for (const line of block.split('\n').map((each) => each.trim())) {
    if (line.startsWith('#~') || line === '') continue
    if (line.startsWith('#. ')) comments.push(line.slice(3))
    else if (line.startsWith('#: ')) reference = line.slice(3)
    else if (line.startsWith('#, ')) flags.push(...line.slice(3).split(/,\s*/))
    else if (!line.startsWith('#')) {
      const [, keyword, quoted = line] = KEYWORD.exec(line) ?? []
      if (keyword === 'msgctxt' || keyword === 'msgid' || keyword === 'msgstr') current = keyword
      if (current === null || !/^".*"$/.test(quoted)) throw new Error(`This line is not understood: ${line}`)
      texts[current] += unquote(quoted)
    }
  }
  if (current === null) return null
  return { comments, flags, reference, context: texts.msgctxt, source: texts.msgid, translation: texts.msgstr }
}
