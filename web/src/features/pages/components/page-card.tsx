import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { PageCard as Card } from '@noroshi/contract/pages/pages.http'
import { useText } from '../../../platform/language/i18n.ts'
import { paths } from '../../../platform/paths/paths.ts'
import cards from '../../../ui/layout/cards.module.css'
import { Tag } from '../../../ui/layout/tag.tsx'
import { VideoFrame } from '../../../ui/media/video-frame.tsx'
import css from './page-list.module.css'
import { PageMenu } from './page-menu.tsx'

/** Card of a page: title, first image or video, three lines of text (specification, section 2). */
export function PageCard({ page, mayAdminister }: { page: Card; mayAdminister: boolean }) {
  const text = useText()
  return (
    <li className={cards.card}>
      <Link to={paths.page} params={{ pageId: page.id }}>
        {page.firstMedia && (
          <span className={`${cards.picture} ${css.media}`}>
            <FirstMedia media={page.firstMedia} />
          </span>
        )}
        <span className={mayAdminister && !page.firstMedia ? `${cards.text} ${css.besideMenu}` : cards.text}>
          <b>{page.title}</b>
          {page.excerpt !== '' && <span className={`${cards.excerpt} ${css.excerpt}`}>{page.excerpt}</span>}
          {(page.isShared === true || !page.isPublic) && (
            <span className={css.tags}>
              {page.isShared === true && <Tag>{text('pages.isShared')}</Tag>}
              {!page.isPublic && <Tag>{text('pages.afterLogin')}</Tag>}
            </span>
          )}
        </span>
      </Link>
      {mayAdminister && (
        <span className={cards.menu}>
          <PageMenu page={page} variant="card" />
        </span>
      )}
    </li>
  )
}

function FirstMedia({ media }: { media: NonNullable<Card['firstMedia']> }) {
  if (media.kind === 'image')
    return <img src={media.previewUrl ?? media.mediaUrl} alt={media.alt} loading="lazy" decoding="async" />
  return (
    <>
      <VideoFrame src={media.mediaUrl} />
      <span className={css.play} aria-hidden="true">
        <IconPlayerPlayFilled size={22} />
      </span>
    </>
  )
}
