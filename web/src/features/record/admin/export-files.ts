import type { ChainEntry } from '@noroshi/contract/record/chain'
import { AUDIT_CHAIN, type ExportedRecord, recordFileOf } from '@noroshi/contract/record/record-file'
import { geoJsonOf } from '@noroshi/contract/record/record-geojson'
import { recordRoutes } from '@noroshi/contract/record/record.http'
import { call } from '../../../platform/connection/http.ts'
import { saveFile } from '../../../ui/forms/save-file.ts'

type Part = (query: Record<string, string>) => ReturnType<typeof fetchAlertPart>

const fetchAlertPart = (id: string, query: Record<string, string>) => call(recordRoutes.export, { params: { id }, query })

/** Fetches all parts of a record. All are of the state that the head of the first one names. */
async function fetchParts(fetchPart: Part, onProgress: (count: number) => void): Promise<ExportedRecord> {
  const first = await fetchPart({})
  const { chain, head, entries } = first
  for (let after = first.nextAfter; after !== null;) {
    onProgress(entries.length)
    const part = await fetchPart({ after: String(after), until: String(head.seq) })
    entries.push(...part.entries)
    after = part.nextAfter
  }
  return { chain, head, entries: entries as ChainEntry[] } // JSON of the server
}

/** Exports the record of an alert. @param onProgress called with the number of entries that are here */
export const exportAlertRecord = (alertId: string, onProgress: (count: number) => void): Promise<ExportedRecord> =>
  fetchParts((query) => fetchAlertPart(alertId, query), onProgress)

/** Exports the record of the audit log. */
export const exportAuditRecord = (onProgress: (count: number) => void): Promise<ExportedRecord> =>
  fetchParts((query) => call(recordRoutes.exportAudit, { query }), onProgress)

const save = (text: string, type: string, name: string) => saveFile(new Blob([text], { type }), name)

const nameOfFile = ({ chain, head }: ExportedRecord): string =>
  `noroshi-record-${chain === AUDIT_CHAIN ? 'audit' : chain}-${head.seq}`

/** Saves a record as the file that the verifier reads. */
export const saveRecord = (record: ExportedRecord) => save(recordFileOf(record), 'application/json', `${nameOfFile(record)}.json`)

/** Saves the locations of a record. */
export const saveLocations = (record: ExportedRecord) =>
  save(JSON.stringify(geoJsonOf(record.entries)), 'application/geo+json', `${nameOfFile(record)}.geojson`)

/** Saves the verifier, which works without the app. */
export async function saveVerifier(): Promise<void> {
  const { default: page } = await import('../../../../verifier/noroshi-verifier.html?raw')
  save(page, 'text/html', 'noroshi-verifier.html')
}
