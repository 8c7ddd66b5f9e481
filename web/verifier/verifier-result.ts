import { storedNameIn } from '@noroshi/contract/accounts/person-name'
import { type ChainEntry, canonicalJson, type Json } from '@noroshi/contract/record/chain'
import type { Finding, Verification } from '@noroshi/contract/record/verify'
import { currentLanguage, findingText, kindText, text, timeText } from './verifier-texts.ts'

/** Entries that the page shows at first, and with each press of the button. A browser draws as many at once. */
const SHOWN_AT_ONCE = 300

/** Creates an element with text or other elements in it. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  content: string | readonly Node[],
  attributes: Readonly<Record<string, string>> = {},
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, value)
  if (typeof content === 'string') created.textContent = content
  else created.append(...content)
  return created
}

const list = (title: string, lines: readonly string[]): Node[] =>
  lines.length === 0
    ? []
    : [
        element('h2', title),
        element(
          'ul',
          lines.map((line) => element('li', line)),
        ),
      ]

/** Returns the elements that show a result: the verdict, what was found, and what could be checked and what not. */
export function resultOf(result: Verification): Node[] {
  const { findings } = result
  const state = findings.length === 0 ? 'intact' : 'broken'
  return [
    element('p', text(`verifier.${state}`), { class: 'verdict', role: 'status', 'data-state': state }),
    ...list(text('verifier.findings'), findings.map(findingText)),
    ...list(text('verifier.checked'), checkedIn(result)),
    ...list(text('verifier.unchecked'), uncheckedIn(result)),
    element('h2', text('verifier.entries')),
    tableOf(result),
  ]
}

const checkedIn = ({ contents, links, signature, head, comparedHeads }: Verification): string[] => [
  ...(contents > 0 ? [text('verifier.contents', { count: contents })] : []),
  ...(links > 0 ? [text('verifier.links', { count: links })] : []),
  ...(signature === 'valid' ? [text('verifier.signature', { key: head?.key ?? '' })] : []),
  ...(comparedHeads > 0 ? [text('verifier.compared', { count: comparedHeads })] : []),
]

const uncheckedIn = ({ redacted, unlinked, signature, comparedHeads, otherHeads }: Verification): string[] => [
  ...(redacted.length > 0 ? [text('verifier.redacted', { count: redacted.length })] : []),
  ...unlinked.map((seq) => text('verifier.unlinked', { seq })),
  ...(signature === 'unsupported' ? [text('verifier.signatureUnsupported')] : []),
  ...(signature === 'valid' ? [text('verifier.key')] : []),
  ...(comparedHeads === 0 ? [text('verifier.noProof')] : []),
  ...(otherHeads > 0 ? [text('verifier.otherHeads', { count: otherHeads })] : []),
]

const COLUMNS = ['number', 'time', 'event', 'person', 'content', 'state'] as const

function tableOf({ entries, findings, redacted }: Verification): Node {
  const body = element('tbody', [])
  const broken = new Set(findings.flatMap(seqsOf))
  const erased = new Set(redacted)
  const more = element('button', text('verifier.more'), { type: 'button' })
  let shown = 0
  const showMore = () => {
    const next = entries.slice(shown, shown + SHOWN_AT_ONCE)
    shown += next.length
    body.append(...next.map((entry) => rowOf(entry, stateOf(entry.seq, broken, erased))))
    more.hidden = shown >= entries.length
  }
  more.addEventListener('click', showMore)
  showMore()
  const head = element(
    'tr',
    COLUMNS.map((column) => element('th', text(`verifier.${column}`), { scope: 'col' })),
  )
  const table = element('table', [element('thead', [head]), body])
  return element('div', [element('div', [table], { class: 'scroll', tabindex: '0' }), more])
}

const seqsOf = (finding: Finding): number[] =>
  'seq' in finding && finding.kind !== 'headForged' && finding.kind !== 'otherKey' ? [finding.seq] : []

type State = 'intact' | 'redacted' | 'broken'

function stateOf(seq: number, broken: ReadonlySet<number>, erased: ReadonlySet<number>): State {
  if (broken.has(seq)) return 'broken'
  return erased.has(seq) ? 'redacted' : 'intact'
}

function rowOf({ seq, at, kind, payload }: ChainEntry, state: State): Node {
  const { by, actorName, ...content } = fieldsOf(payload)
  const person = fieldsOf(by ?? null)
  const name = [person['firstName'], person['lastName']].filter((part) => typeof part === 'string').join(' ')
  const cells = [
    String(seq),
    timeText(at),
    kindText(kind),
    storedNameIn(currentLanguage(), typeof actorName === 'string' ? actorName : name.trim()),
    contentText(content),
  ]
  const stateCell = element('td', text(`verifier.state.${state}`), { 'data-state': state })
  return element('tr', [...cells.map((cell) => element('td', cell)), stateCell])
}

const fieldsOf = (value: Json): Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}

/** Returns the text of an entry, and its further fields as the file has them. */
function contentText({ text: words, ...others }: Record<string, Json>): string {
  const known = Object.fromEntries(Object.entries(others).filter(([, field]) => field !== null))
  return [...(typeof words === 'string' ? [words] : []), ...(Object.keys(known).length > 0 ? [canonicalJson(known)] : [])].join(
    '\n',
  )
}
