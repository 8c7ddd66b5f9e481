import { z } from 'zod'

const Upload = z.object({ Key: z.string(), UploadId: z.string(), Initiated: z.coerce.date() })
/** The list of uploads in parts as s3mini parses it: a single one is no array. */
const Uploads = z.object({
  ListMultipartUploadsResult: z.object({
    Upload: z.union([z.array(Upload), Upload.transform((one) => [one])]).default([]),
    IsTruncated: z.string().default('false'),
    NextKeyMarker: z.string().default(''),
    NextUploadIdMarker: z.string().default(''),
  }),
})

/** The query parameters of a page of the list. The first page has none. */
export type UploadsMarker = Partial<Record<'key-marker' | 'upload-id-marker', string>>

/**
 * Returns the uploads in parts of a page of their list.
 * @param after - the marker of this page
 * @returns `next`: the marker of the next page; null after the last page
 */
export function pageOfUploads(reply: unknown, after: UploadsMarker) {
  const { Upload: uploads, IsTruncated, NextKeyMarker, NextUploadIdMarker } = Uploads.parse(reply).ListMultipartUploadsResult
  const next: UploadsMarker = { 'key-marker': NextKeyMarker, 'upload-id-marker': NextUploadIdMarker }
  // A store that does not know the markers would send its first page for ever.
  const isSame = next['key-marker'] === after['key-marker'] && next['upload-id-marker'] === after['upload-id-marker']
  return { uploads, next: IsTruncated === 'true' && NextKeyMarker !== '' && !isSame ? next : null }
}
