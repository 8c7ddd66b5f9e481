import { canonicalJson, type ChainEntry, type Head, type Json, RECORD_FORMAT } from './chain.ts'

/** A record with its signed head, as the server exports it. */
export interface ExportedRecord {
  /** The id of the alert; {@link AUDIT_CHAIN} for the audit log. */
  readonly chain: string
  readonly entries: readonly ChainEntry[]
  readonly head: Head
}

/** The id of the chain of the audit log. */
export const AUDIT_CHAIN = '00000000-0000-0000-0000-000000000000'

/** Returns the first line of a file. */
export const firstLineOf = (chain: string): string =>
  `{"chain":${JSON.stringify(chain)},"format":${JSON.stringify(RECORD_FORMAT)},"entries":[`

const asJson = (value: object): string => canonicalJson(value as Json) // entries and heads are plain data

/** Returns the line of an entry, without the comma that follows all but the last one. */
export const lineOfEntry = ({ seq, at, kind, salt, payload, commitment, hash }: ChainEntry): string =>
  asJson({ seq, at, kind, salt, payload, commitment, hash })

/** Returns the last line of a file. */
export const lastLineOf = ({ chain, seq, hash, at, key, signature }: Head): string =>
  `],"head":${asJson({ chain, seq, hash, at, key, signature })}}`

/**
 * Returns the text of a record file. It is JSON with one entry in each line, so that a verifier finds the entry of a
 * damaged byte.
 */
export const recordFileOf = ({ chain, entries, head }: ExportedRecord): string =>
  [
    firstLineOf(chain),
    ...entries.map((entry, index) => `${lineOfEntry(entry)}${index < entries.length - 1 ? ',' : ''}`),
    lastLineOf(head),
    '',
  ].join('\n')
