import type { Media } from '@noroshi/contract/files'

/** Whether the server kept one of these sent pictures as a download, because it is damaged or too large to decode. */
export function isKeptAsDownload(sent: readonly Pick<File, 'type'>[], medias: readonly Pick<Media, 'type'>[]): boolean {
  if (sent.length === 0) return false
  const kept = medias.slice(-sent.length)
  return sent.some(({ type }, index) => type.startsWith('image/') && kept[index]?.type === 'application/octet-stream')
}
