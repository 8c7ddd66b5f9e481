import { PAGE_EXCERPT_MAX } from '@noroshi/contract/limits'
import { documentIdOf, firstMediaOf, plainTextOf, type RichText } from '@noroshi/contract/pages/rich-text'
import { cutText } from '@noroshi/contract/text/graphemes'

/** Returns the columns of a page that follow from its published content. */
export function publishedColumnsOf(doc: RichText) {
  const text = plainTextOf(doc)
  const media = firstMediaOf(doc)
  return {
    text,
    excerpt: excerptOf(text),
    media_kind: media?.type ?? null,
    media_file_id: media && documentIdOf(media.attrs.src),
    media_alt: media && (media.type === 'image' ? media.attrs.alt : media.attrs.title),
  }
}

export const excerptOf = (text: string): string => cutText(text, PAGE_EXCERPT_MAX)
