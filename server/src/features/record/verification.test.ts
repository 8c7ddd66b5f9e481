import { expect, test } from 'vitest'
import type { ChainEntry } from '@noroshi/contract/record/chain'
import { type Finding, verifyRecord } from '@noroshi/contract/record/verify'
import { IS_LONG } from '#/testing/long-test.ts'
import { chainOf, createSigner, fileWith, signedRecord } from '#/testing/scenes/record-files.ts'

/** Entries of the record, and how many changes of each kind are tried. The law of the long test is 10,000 and 1,000. */
const [ENTRIES, CHANGES] = IS_LONG ? [10_000, 1000] : [200, 100]
const LONG_MS = 3 * 3_600_000

/** Returns numbers below a maximum, the same ones in each run. */
function createRandom(seed: number): (max: number) => number {
  let state = seed
  return (max) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * max)
  }
}

const record = signedRecord(ENTRIES)
const lastHead = async () => (await record).headAt(ENTRIES)

/** Returns the findings of a record with other entries and the head of the original. */
async function findingsIn(entries: readonly ChainEntry[]): Promise<readonly Finding[]> {
  const { chain } = await record
  return (await verifyRecord(fileWith(chain, entries, await lastHead()))).findings
}

/** Returns the line of the file that a finding names. */
function lineNamedBy(finding: Finding): number {
  switch (finding.kind) {
    case 'fileBeginning':
      return 0
    case 'fileEnd':
      return ENTRIES + 1
    case 'rewritten':
      return finding.after + 1
    case 'removed':
    case 'cut':
      return finding.from
    default:
      return finding.seq
  }
}

test('an unchanged record has no finding, and everything is checked', async () => {
  const { chain, entries } = await record
  const result = await verifyRecord(fileWith(chain, entries, await lastHead()))
  expect(result).toMatchObject({ chain, findings: [], redacted: [], unlinked: [], signature: 'valid' })
  expect([result.contents, result.links]).toEqual([ENTRIES, ENTRIES])
})

test(
  'each changed byte is named by its entry, or as the first or last line',
  async () => {
    const { chain, entries } = await record
    const file = fileWith(chain, entries, await lastHead())
    const random = createRandom(1)
    const lines = [0, ...[...file.keys()].filter((index) => file[index] === 10).map((index) => index + 1)]
    const lineOf = (position: number) => lines.findLastIndex((start) => start <= position)
    for (let change = 0; change < CHANGES; change += 1) {
      const position = random(file.length)
      const changed = Uint8Array.from(file)
      changed[position] = ((changed[position] ?? 0) + 1 + random(255)) % 256
      const { findings } = await verifyRecord(changed)
      const line = lineOf(position)
      const named = findings.map(lineNamedBy)
      expect(named, `byte ${position} of line ${line}`).toContain(line)
    }
  },
  LONG_MS,
)

test(
  'each removed entry is named',
  async () => {
    const { entries } = await record
    const random = createRandom(2)
    for (let change = 0; change < CHANGES; change += 1) {
      const seq = 1 + random(ENTRIES - 1)
      const findings = await findingsIn(entries.filter((entry) => entry.seq !== seq))
      expect(findings).toEqual([{ kind: 'removed', from: seq, to: seq }])
    }
  },
  LONG_MS,
)

test(
  'each inserted entry is named, whichever number it has',
  async () => {
    const { chain, entries } = await record
    const random = createRandom(3)
    for (let change = 0; change < CHANGES; change += 1) {
      const index = 1 + random(ENTRIES - 1)
      const [forged] = (await chainOf(chain, index + 1, entries.slice(0, index))).slice(-1) as [ChainEntry]
      const seq = change % 2 === 0 ? index + 1 : index // that of the entry after it, or before it
      const inserted = { ...forged, seq, hash: change % 3 === 0 ? forged.hash : (entries[index]?.hash ?? '').toLowerCase() }
      const findings = await findingsIn([...entries.slice(0, index), inserted, ...entries.slice(index)])
      expect(
        findings.some((finding) => 'seq' in finding && Math.abs(finding.seq - index) <= 1),
        `entry ${index}`,
      ).toBe(true)
    }
  },
  LONG_MS,
)

test('a cut tail is named by the head of the file, or by a head of a device', async () => {
  const { chain, entries, headAt } = await record
  const cut = entries.slice(0, 150)
  const missing = { kind: 'cut', from: 151, to: ENTRIES }
  expect(await findingsIn(cut)).toEqual([missing])
  // Its head is genuine but older.
  const older = fileWith(chain, cut, headAt(150))
  expect((await verifyRecord(older)).findings).toEqual([])
  expect((await verifyRecord(older, { heads: [await lastHead()] })).findings).toEqual([missing])
})

test('a recomputed chain is named by a head of a device, with the last entry that a head confirms', async () => {
  const { chain, entries, headAt } = await record
  const rewritten = await chainOf(chain, ENTRIES, entries.slice(0, 100))
  const sign = createSigner()
  const at = new Date(0).toISOString()
  const own = sign({ chain, seq: ENTRIES, hash: rewritten.at(-1)?.hash ?? '', at })
  const file = fileWith(chain, rewritten, own)
  expect((await verifyRecord(file)).findings).toEqual([])
  expect((await verifyRecord(file, { heads: [headAt(90), headAt(120)] })).findings).toEqual([
    { kind: 'otherKey', seq: 90 },
    { kind: 'otherKey', seq: 120 },
    { kind: 'rewritten', after: 90, to: 120 },
  ])
})

test('the number and the hash of a printed export name a cut tail and a rewriting', async () => {
  const { chain, entries, headAt } = await record
  const file = fileWith(chain, entries.slice(0, 150), headAt(150))
  const compare = async (seq: number, hash: string) => (await verifyRecord(file, { printed: { seq, hash } })).findings
  expect(await compare(150, headAt(150).hash.slice(0, 12))).toEqual([])
  expect(await compare(160, headAt(160).hash)).toEqual([{ kind: 'cut', from: 151, to: 160 }])
  expect(await compare(150, headAt(149).hash)).toEqual([{ kind: 'rewritten', after: 0, to: 150 }])
})

test('a forged head is named and not believed', async () => {
  const { chain, entries, headAt } = await record
  const forged = { ...headAt(90), hash: entries[90]?.hash ?? '' }
  const result = await verifyRecord(fileWith(chain, entries, await lastHead()), {
    heads: [forged, { ...headAt(80), chain: 'other' }],
  })
  expect(result).toMatchObject({ findings: [{ kind: 'headForged', seq: 90 }], comparedHeads: 0, otherHeads: 1 })
})

test('an erased content is no finding and is counted apart', async () => {
  const { chain, entries } = await record
  const redacted = entries.map((entry) => (entry.seq === 7 ? { ...entry, salt: null, payload: null } : entry))
  const result = await verifyRecord(fileWith(chain, redacted, await lastHead()))
  expect(result).toMatchObject({ findings: [], redacted: [7], contents: ENTRIES - 1, links: ENTRIES })
})

test('any file is read without an error', async () => {
  const random = createRandom(4)
  for (const length of [0, 1, 10, 1000]) {
    const bytes = Uint8Array.from({ length }, () => random(256))
    expect((await verifyRecord(bytes)).findings.length).toBeGreaterThan(0)
  }
  const { findings } = await verifyRecord(new TextEncoder().encode('{"entries":[\n{}\n],"head":null}'))
  expect(findings).toContainEqual({ kind: 'unreadable', seq: 1 })
})
