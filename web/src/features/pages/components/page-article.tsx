import { useMemo } from 'react'
import { parseRichText } from '@noroshi/contract/pages/rich-text'
import { withCover } from '../editor/rich-parts.ts'
import type { OpenPage } from '../use-page.ts'
import css from './page-article.module.css'
import { PageByline } from './page-byline.tsx'
import { PageButtons } from './page-buttons.tsx'
import { RichImage } from '../editor/rich-media.tsx'
import { RichText, Unreadable } from '../editor/rich-text.tsx'

/** A page for its readers: cover, title, author, time and content. */
export function PageArticle({ open }: { open: OpenPage }) {
  const { page } = open
  const { cover, rest } = useMemo(() => {
    const doc = parseRichText(page.content)
    return doc ? withCover(doc) : { cover: null, rest: null }
  }, [page.content])
  return (
    <article className={css.page}>
      {cover && <RichImage image={cover} isCover />}
      <h1>{page.title}</h1>
      <PageByline page={page} />
      <PageButtons open={open} />
      <div className={css.content}>{rest ? <RichText doc={rest} /> : <Unreadable />}</div>
    </article>
  )
}
