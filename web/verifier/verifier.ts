import type { Head } from '@noroshi/contract/record/chain'
import { readHeads } from '@noroshi/contract/record/read-record-file'
import { PRINTED_HASH_MIN, type PrintedHead, type Verification, verifyRecord } from '@noroshi/contract/record/verify'
import { element, resultOf } from './verifier-result.ts'
import { chooseLanguage, currentLanguage, languages, text, type VerifierKey } from './verifier-texts.ts'

// The verifier of records: one page that works from a file, without the app and without a request.

/** What the user chose. */
const chosen = { file: null as File | null, heads: [] as readonly File[], seq: '', hash: '' }
let result: Verification | null = null
let problem = ''

const root = document.querySelector('main') as HTMLElement // in verifier.html
const output = element('div', [])

/** Each change of the form makes an earlier verification obsolete. */
let run = 0

async function verify(): Promise<void> {
  const current = ++run
  result = null
  problem = ''
  if (chosen.file === null) return showResult()
  output.replaceChildren(element('p', text('verifier.checking'), { role: 'status' }))
  const printed = printedHead()
  const heads = await headsOf(chosen.heads)
  const verified = await verifyRecord(new Uint8Array(await chosen.file.arrayBuffer()), { heads, printed })
  if (current !== run) return
  result = verified
  showResult()
}

/** Returns the head that was typed; null without one, or with too little of it, which the page then says. */
function printedHead(): PrintedHead | null {
  const [seq, hash] = [Number(chosen.seq), chosen.hash.replaceAll(/\s/g, '')]
  if (chosen.seq === '' && hash === '') return null
  if (Number.isSafeInteger(seq) && seq > 0 && hash.length >= PRINTED_HASH_MIN) return { seq, hash }
  problem = text('verifier.printedWrong', { min: PRINTED_HASH_MIN })
  return null
}

async function headsOf(files: readonly File[]): Promise<Head[]> {
  const heads = []
  for (const file of files) {
    const found = readHeads(await file.text())
    if (found.length === 0) problem = text('verifier.headsWrong', { name: file.name })
    heads.push(...found)
  }
  return heads
}

function showResult(): void {
  const warning = problem === '' ? [] : [element('p', problem, { role: 'alert', 'data-state': 'broken' })]
  output.replaceChildren(...warning, ...(result === null ? [] : resultOf(result)))
}

function field(key: VerifierKey, input: HTMLInputElement): Node {
  return element('label', [document.createTextNode(text(key)), input])
}

/** Creates the inputs once, so that a change of the language keeps what was chosen. */
function createInputs() {
  const file = element('input', [], { type: 'file', accept: '.json,application/json', name: 'file' })
  const heads = element('input', [], { type: 'file', accept: '.json,application/json', name: 'heads', multiple: '' })
  const seq = element('input', [], { type: 'text', inputmode: 'numeric', name: 'seq', autocomplete: 'off' })
  const hash = element('input', [], { type: 'text', name: 'hash', autocomplete: 'off', spellcheck: 'false' })
  for (const input of [file, heads, seq, hash])
    input.addEventListener('change', () => {
      chosen.file = file.files?.[0] ?? null
      chosen.heads = [...(heads.files ?? [])]
      chosen.seq = seq.value.trim()
      chosen.hash = hash.value
      void verify()
    })
  return { file, heads, seq, hash }
}

const inputs = createInputs()

function show(): void {
  document.title = text('verifier.title')
  const buttons = languages.map(({ id, name }) => {
    const button = element('button', name, { type: 'button', lang: id, 'aria-pressed': String(id === currentLanguage()) })
    button.addEventListener('click', () => {
      chooseLanguage(id)
      show()
      showResult()
    })
    return button
  })
  // Browsers offer cryptography on secure pages and in files only.
  const canVerify = globalThis.isSecureContext && 'subtle' in crypto
  const form = canVerify
    ? [
        field('verifier.file', inputs.file),
        field('verifier.heads', inputs.heads),
        field('verifier.printedSeq', inputs.seq),
        field('verifier.printedHash', inputs.hash),
      ]
    : [element('p', text('verifier.noCrypto'), { role: 'alert' })]
  root.replaceChildren(
    element('div', buttons, { class: 'languages' }),
    element('h1', text('verifier.title')),
    element('p', text('verifier.about')),
    ...form,
    output,
  )
}

chooseLanguage(currentLanguage())
show()
