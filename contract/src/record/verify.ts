import { bytesOfHead, type ChainEntry, commitmentOf, fromBase64Url, hashOfEntry, type Head } from './chain.ts'
import { readRecordFile, type ReadLine } from './read-record-file.ts'

/** A fault of a record. The numbers are those of entries. */
export type Finding =
  | { readonly kind: 'changed' | 'unreadable' | 'inserted'; readonly seq: number }
  | { readonly kind: 'removed'; readonly from: number; readonly to: number }
  /** The first line or the last line of the file was changed. */
  | { readonly kind: 'fileBeginning' | 'fileEnd' }
  /** A head names entries after the last one. */
  | { readonly kind: 'cut'; readonly from: number; readonly to: number }
  /** The record differs from a head. `after`: the last entry that a given head confirms; 0 without one. */
  | { readonly kind: 'rewritten'; readonly after: number; readonly to: number }
  /** A given head is not signed by the key that it names. */
  | { readonly kind: 'headForged'; readonly seq: number }
  /** A given head is signed by another key than the file. */
  | { readonly kind: 'otherKey'; readonly seq: number }

export type SignatureCheck = 'valid' | 'invalid' | 'unsupported' | 'missing'

/** The result of a verification: what is wrong, and what could be checked. */
export interface Verification {
  readonly chain: string | null
  readonly entries: readonly ChainEntry[]
  readonly findings: readonly Finding[]
  /** Entries whose content matches its commitment. */
  readonly contents: number
  /** The numbers of the entries whose content was erased. */
  readonly redacted: readonly number[]
  /** Entries whose hash continues the one before. */
  readonly links: number
  /** The numbers of entries whose hash could not be checked, because the entry before is missing. */
  readonly unlinked: readonly number[]
  readonly signature: SignatureCheck
  readonly head: Head | null
  /** Given heads of this record with which it was compared. */
  readonly comparedHeads: number
  /** Given heads of other records. */
  readonly otherHeads: number
}

/** A head as a person types it from a printed export. */
export interface PrintedHead {
  readonly seq: number
  /** The beginning of the hash, at least {@link PRINTED_HASH_MIN} characters. */
  readonly hash: string
}

/** Characters of a hash that no other entry begins with. */
export const PRINTED_HASH_MIN = 12

/** Heads from other sources, with which a record is compared. */
export interface GivenHeads {
  /** Heads of devices. */
  readonly heads?: readonly Head[]
  readonly printed?: PrintedHead | null
}

/** Verifies a record file. */
export async function verifyRecord(
  file: Uint8Array<ArrayBuffer>,
  { heads: given = [], printed = null }: GivenHeads = {},
): Promise<Verification> {
  const { chain: named, isBeginningIntact, lines, head, isEndIntact } = readRecordFile(file)
  const signature: SignatureCheck = head === null ? 'missing' : await checkSignature(head)
  const chain = signature === 'valid' && head !== null ? head.chain : named
  const walk = await walkChain(chain ?? '', lines)
  const findings = [...walk.findings]
  if (!isBeginningIntact || (chain !== null && named !== chain)) findings.unshift({ kind: 'fileBeginning' })
  if (!isEndIntact || signature === 'invalid' || signature === 'missing') findings.push({ kind: 'fileEnd' })
  const own = head !== null && signature !== 'invalid' ? [head] : []
  const ofChain = given.filter((one) => one.chain === chain)
  const checked = await Promise.all(ofChain.map(async (one) => ({ one, check: await checkSignature(one) })))
  for (const { one, check } of checked) {
    if (check === 'invalid') findings.push({ kind: 'headForged', seq: one.seq })
    else if (head !== null && one.key !== head.key) findings.push({ kind: 'otherKey', seq: one.seq })
  }
  const trusted = checked.filter(({ check }) => check !== 'invalid').map(({ one }) => one)
  findings.push(...compareHeads(walk, own, [...trusted, ...(printed === null ? [] : [printed])]))
  return {
    chain,
    entries: walk.entries,
    findings,
    contents: walk.contents,
    redacted: walk.redacted,
    links: walk.links,
    unlinked: walk.unlinked,
    signature,
    head,
    comparedHeads: trusted.length + (printed === null ? 0 : 1),
    otherHeads: given.length - ofChain.length,
  }
}

interface Walk {
  readonly entries: ChainEntry[]
  readonly findings: Finding[]
  readonly redacted: number[]
  readonly unlinked: number[]
  /** The hash of each entry that is in the record, by its number. */
  readonly hashes: Map<number, string>
  contents: number
  links: number
  last: number
}

interface Checked {
  readonly line: ReadLine
  /** The commitment to the content of the file; null for an erased content. */
  readonly commitment: string | null
}

/** Checks the entries one after the other. The hashes that need no other entry are computed at once. */
async function walkChain(chain: string, lines: readonly ReadLine[]): Promise<Walk> {
  const checked = await Promise.all(lines.map(async (line): Promise<Checked> => ({ line, commitment: await commitmentIn(line) })))
  const expected = await Promise.all(
    lines.map(async ({ entry }, index) => {
      const before = index === 0 ? '' : lines[index - 1]?.entry?.hash
      return entry && before !== undefined ? hashOfEntry(chain, before, entry) : null
    }),
  )
  const walk: Walk = {
    entries: [],
    findings: [],
    redacted: [],
    unlinked: [],
    hashes: new Map(),
    contents: 0,
    links: 0,
    last: 0,
  }
  /** The hashes that the next entry may continue: as the file has it, and as computed. Empty: the entry before is missing. */
  let previous: readonly string[] = ['']
  for (const [index, { line, commitment }] of checked.entries()) {
    const { entry } = line
    const seq = walk.last + 1
    if (entry === null) {
      walk.findings.push({ kind: 'unreadable', seq })
      walk.last = seq
      previous = []
      continue
    }
    const next = checked[index + 1]?.line.entry ?? null
    const continues = (one: ChainEntry, hashes: readonly string[]) => continuesOne(chain, one, hashes)
    const isDirect = expected[index] === entry.hash && entry.seq === seq && previous.includes(hashBefore(lines, index))
    if (!isDirect && entry.seq !== seq) {
      // Its number was changed, or entries before it were removed, or it was inserted.
      if (await continues({ ...entry, seq }, previous)) {
        walk.findings.push({ kind: 'changed', seq })
        accept(walk, { ...entry, seq })
        previous = [entry.hash]
        continue
      }
      if (entry.seq <= walk.last || (next !== null && next.seq === seq && (await continues(next, previous)))) {
        walk.findings.push({ kind: 'inserted', seq: entry.seq })
        continue
      }
      walk.findings.push({ kind: 'removed', from: seq, to: entry.seq - 1 })
      previous = []
    }
    const isLinked = isDirect || (await continues(entry, previous))
    const isContentIntact = commitment === null || commitment === entry.commitment
    if (!isLinked && previous.length > 0) {
      if (next !== null && next.seq === entry.seq && (await continues(next, previous))) {
        walk.findings.push({ kind: 'inserted', seq: entry.seq })
        continue
      }
      walk.findings.push({ kind: 'changed', seq: entry.seq })
      accept(walk, entry)
      previous = [entry.hash, ...(await hashesFor(chain, entry, commitment, previous))]
      continue
    }
    if (!isContentIntact || !line.isCanonical) walk.findings.push({ kind: 'changed', seq: entry.seq })
    else if (commitment === null) walk.redacted.push(entry.seq)
    else walk.contents += 1
    if (isLinked) walk.links += 1
    else walk.unlinked.push(entry.seq)
    accept(walk, entry)
    previous = [entry.hash]
  }
  return walk
}

const hashBefore = (lines: readonly ReadLine[], index: number): string =>
  index === 0 ? '' : (lines[index - 1]?.entry?.hash ?? ' ')

function accept(walk: Walk, entry: ChainEntry): void {
  walk.entries.push(entry)
  walk.hashes.set(entry.seq, entry.hash)
  walk.last = entry.seq
}

async function commitmentIn({ entry }: ReadLine): Promise<string | null> {
  if (entry === null || (entry.salt === null && entry.payload === null)) return null
  try {
    return await commitmentOf(entry.salt ?? '', entry.payload)
  } catch {
    return '' // the salt is not base64url
  }
}

async function continuesOne(chain: string, entry: ChainEntry, hashes: readonly string[]): Promise<boolean> {
  for (const hash of hashes) if ((await hashOfEntry(chain, hash, entry)) === entry.hash) return true
  return false
}

/** The hashes of a changed entry, as the next one may continue them. */
async function hashesFor(
  chain: string,
  entry: ChainEntry,
  commitment: string | null,
  previous: readonly string[],
): Promise<string[]> {
  const hashes = []
  for (const hash of previous)
    for (const one of new Set([entry.commitment, commitment ?? entry.commitment]))
      hashes.push(await hashOfEntry(chain, hash, { ...entry, commitment: one }))
  return hashes
}

/** Compares the record with the head of its file and with given ones. */
function compareHeads({ hashes, last }: Walk, own: readonly PrintedHead[], given: readonly PrintedHead[]): Finding[] {
  const findings: Finding[] = []
  const heads = [...given, ...own]
  const highest = Math.max(0, ...heads.map(({ seq }) => seq))
  if (highest > last) findings.push({ kind: 'cut', from: last + 1, to: highest })
  let confirmed = 0
  for (const head of heads.toSorted((one, other) => one.seq - other.seq)) {
    const { seq, hash } = head
    const found = hashes.get(seq)
    if (found?.startsWith(hash) === true) confirmed = given.includes(head) ? seq : confirmed
    else if (found !== undefined) {
      findings.push({ kind: 'rewritten', after: confirmed, to: seq })
      break
    }
  }
  return findings
}

/** Checks the signature of a head with the key that it names. */
export async function checkSignature(head: Head): Promise<SignatureCheck> {
  try {
    const key = await crypto.subtle.importKey('raw', fromBase64Url(head.key), 'Ed25519', false, ['verify'])
    const isValid = await crypto.subtle.verify('Ed25519', key, fromBase64Url(head.signature), bytesOfHead(head))
    return isValid ? 'valid' : 'invalid'
  } catch (error) {
    return error instanceof DOMException && error.name === 'NotSupportedError' ? 'unsupported' : 'invalid'
  }
}
