import { useMemo } from 'react'
import { parseRichText } from '@noroshi/contract/pages/rich-text'
import { withCover } from '../rich-parts.ts'
import type { OpenPage } from '../use-page.ts'
import css from './page-article.module.css'
import { PageByline } from './page-byline.tsx'
import { PageKeys } from './page-keys.tsx'
import { RichPicture } from './rich-media.tsx'
import { RichText, Unreadable } from './rich-text.tsx'

/** A page as it is read: title, who made it and when, content. */
export function PageArticle({ open }: { open: OpenPage }) {
  const { page } = open
  const { cover, rest } = useMemo(() => {
    const doc = parseRichText(page.content)
    return doc ? withCover(doc) : { cover: null, rest: null }
  }, [page.content])
  return (
    <article className={css.page}>
      {cover && <RichPicture image={cover} isCover />}
      <h1>{page.title}</h1>
      <PageByline page={page} />
      <PageKeys open={open} />
      <div className={css.content}>{rest ? <RichText doc={rest} /> : <Unreadable />}</div>
    </article>
  )
}
