import { appendEntry, canonicalJson, type Content } from '@noroshi/contract/record/chain'
import type { Db } from '#/db/pool.ts'
import { eraseChain } from './erasure.sql.ts'
import { type ChainRow, deletedAmong, insertEntries, lockChains, saveChains, type SealedEntry } from './record.sql.ts'

/** An entry before it is sealed. */
export interface NewEntry {
  readonly kind: string
  /** When it happened. */
  readonly at: Date
  /** Plain data. */
  readonly payload: object
  /** The user whose act it is; null for an anonymous or unknown one. */
  readonly personId?: string | null
  /** The message or the audit entry. */
  readonly sourceId?: string
  /** Another table has the content, and the record only the salt. */
  readonly isStoredElsewhere?: true
}

interface OpenChain<Known> {
  readonly row: ChainRow
  readonly entries: NewEntry[]
  known: Known | null
  endedAt: Date | null
}

/** Appends entries to chains within a transaction. It locks the chains, so that no two transactions append at once. */
export class ChainWriter<Known extends object> {
  readonly #tx: Db
  readonly #chains: ReadonlyMap<string, OpenChain<Known>>

  /** Locks the chains with these ids, which are created if they do not exist. */
  static async open<Known extends object>(tx: Db, ids: readonly string[]): Promise<ChainWriter<Known>> {
    const rows = await lockChains(tx, [...new Set(ids)].toSorted())
    // `as`: only this class writes the column.
    const open = (row: ChainRow) => ({ row, entries: [], known: row.known as Known | null, endedAt: row.ended_at })
    return new ChainWriter(tx, new Map(rows.map((row) => [row.id, open(row)])))
  }

  private constructor(tx: Db, chains: ReadonlyMap<string, OpenChain<Known>>) {
    this.#tx = tx
    this.#chains = chains
  }

  /** Returns what the entries of a chain say; null for a chain without a beginning. */
  known(id: string): Known | null {
    return this.#chains.get(id)?.known ?? null
  }

  isEnded(id: string): boolean {
    return this.#chains.get(id)?.endedAt != null
  }

  append(id: string, entry: NewEntry, known?: Known): void {
    const chain = this.#chains.get(id)
    chain?.entries.push(entry)
    if (chain && known) chain.known = known
  }

  /** Appends the last entry of a chain and erases the contents of all. */
  end(id: string, entry: NewEntry): void {
    const chain = this.#chains.get(id)
    if (!chain) return
    chain.entries.push(entry)
    chain.known = null
    chain.endedAt = entry.at
  }

  /** Writes the entries. */
  async write(): Promise<void> {
    const changed = [...this.#chains.values()].filter(({ entries }) => entries.length > 0)
    if (changed.length === 0) return
    const people = changed.flatMap(({ entries }) => entries.flatMap(({ personId }) => personId ?? []))
    const deleted = await deletedAmong(this.#tx, [...new Set(people)])
    const sealed: SealedEntry[] = []
    const states = []
    for (const { row, entries, known, endedAt } of changed) {
      if (endedAt !== null && row.ended_at === null) await eraseChain(this.#tx, row.id)
      let last = { seq: row.last_seq, hash: row.last_hash }
      for (const entry of entries) {
        const isErased = endedAt !== null || deleted.has(entry.personId ?? '')
        const next = await seal(row.id, last, entry, isErased)
        sealed.push(next)
        last = next
      }
      states.push({ id: row.id, ...last, known, endedAt })
    }
    await insertEntries(this.#tx, sealed)
    await saveChains(this.#tx, states)
  }
}

async function seal(
  chain: string,
  last: { readonly seq: number; readonly hash: string },
  { kind, at, payload, personId = null, sourceId, isStoredElsewhere }: NewEntry,
  isErased: boolean,
): Promise<SealedEntry> {
  const content = JSON.parse(JSON.stringify(payload)) as Content
  const entry = await appendEntry(chain, last, { kind, at: at.toISOString(), payload: content })
  const text = isErased || isStoredElsewhere ? null : canonicalJson(content)
  return { ...entry, ...(isErased && { salt: null }), payload: text, chain, personId, sourceId: sourceId ?? null }
}
