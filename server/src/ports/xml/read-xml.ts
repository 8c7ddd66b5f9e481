import { XMLParser, XMLValidator } from 'fast-xml-parser'

/** Max bytes of a document. */
export const XML_BYTES_MAX = 2_000_000
/** Max nested elements. */
export const XML_DEPTH_MAX = 40
/** Max tags of a document, of which each element has two. */
export const XML_TAGS_MAX = 100_000

/** Why a document is refused. */
type XmlProblem = 'tooLarge' | 'broken'

export class XmlRefused extends Error {
  readonly problem: XmlProblem
  constructor(problem: XmlProblem, options?: ErrorOptions) {
    super(problem, options)
    this.problem = problem
  }
}

/** An element of a document. Names have no prefix. */
export class XmlElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly XmlElement[]
  /** Its own text, without spaces at its ends. */
  readonly text: string

  constructor(name: string, attributes: ReadonlyMap<string, string>, children: readonly XmlElement[], text: string) {
    this.name = name
    this.attributes = attributes
    this.children = children
    this.text = text
  }

  /** Returns the first element at a path of names. */
  find(...path: readonly string[]): XmlElement | undefined {
    const [name, ...rest] = path
    if (name === undefined) return this
    return this.children.find((child) => child.name === name)?.find(...rest)
  }

  /** Returns the text of the first element at a path; '' without one. */
  textOf(...path: readonly string[]): string {
    return this.find(...path)?.text ?? ''
  }

  /** Returns the children with a name. */
  all(name: string): readonly XmlElement[] {
    return this.children.filter((child) => child.name === name)
  }
}

const TEXT = '#text'
const CDATA = '#cdata'
const ATTRIBUTES = ':@'
const PREDEFINED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  trimValues: false,
  textNodeName: TEXT,
  cdataPropName: CDATA,
  maxNestedTags: XML_DEPTH_MAX,
  processEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
})

/**
 * Returns the root element of a document in UTF-8. A document with a declaration of its own types or entities (DTD) is refused, so
 * that no entity expands and no other file is read.
 * @throws XmlRefused
 */
export function readXml(bytes: Uint8Array): XmlElement {
  if (bytes.byteLength > XML_BYTES_MAX) throw new XmlRefused('tooLarge')
  try {
    return parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    throw error instanceof XmlRefused ? error : new XmlRefused('broken', { cause: error })
  }
}

function parse(text: string): XmlElement {
  if (/<!(?!--|\[CDATA\[)/.test(text)) throw new XmlRefused('broken')
  const [, encoding = 'utf-8'] = /^\s*<\?xml[^>]{0,200}encoding\s*=\s*["']([^"']{1,40})["']/.exec(text) ?? []
  if (encoding.toLowerCase() !== 'utf-8') throw new XmlRefused('broken')
  let tags = 0
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at + 1))
    if (++tags > XML_TAGS_MAX) throw new XmlRefused('tooLarge')
  const nodes = parser.parse(text) as readonly ParsedNode[] // the shape of `preserveOrder`; it refuses deep documents first
  if (XMLValidator.validate(text) !== true) throw new XmlRefused('broken')
  const roots = nodes.flatMap(elementOf)
  const [root] = roots
  if (root === undefined || roots.length > 1) throw new XmlRefused('broken')
  return root
}

type ParsedNode = Readonly<Record<string, unknown>>

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

function elementOf(node: ParsedNode): XmlElement[] {
  const [entry] = Object.entries(node).filter(([key]) => ![TEXT, CDATA, ATTRIBUTES].includes(key))
  if (entry === undefined) return []
  const [name, content] = entry
  const nodes = content as readonly ParsedNode[]
  const attributes = Object.entries((node[ATTRIBUTES] ?? {}) as Readonly<Record<string, unknown>>)
  const text = nodes.map(textOf).join('').trim()
  return [
    new XmlElement(
      localName(name),
      new Map(attributes.map(([key, value]) => [localName(key), decoded(String(value))])),
      nodes.flatMap(elementOf),
      text,
    ),
  ]
}

function textOf(node: ParsedNode): string {
  const text = node[TEXT]
  if (typeof text === 'string') return decoded(text)
  const parts = node[CDATA]
  if (!Array.isArray(parts)) return ''
  return parts.map(({ [TEXT]: part }: ParsedNode) => (typeof part === 'string' ? part : '')).join('')
}

/** Replaces references to characters. @throws XmlRefused for any other entity */
const decoded = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,32}));/gi, (_, decimal?: string, hex?: string, name = '') => {
    if (decimal !== undefined || hex !== undefined) {
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
      if (code === 0 || code > 0x10_ff_ff) throw new XmlRefused('broken')
      return String.fromCodePoint(code)
    }
    const character = PREDEFINED[name as string]
    if (character === undefined) throw new XmlRefused('broken')
    return character
  })
