import { IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { PageCard } from '@noroshi/contract/pages/pages.http'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { paths } from '../../../platform/paths/paths.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { dayLabel, fullDateTime } from '../../../platform/language/time.ts'
import { useNow } from '../../../platform/use-now.ts'
import { Avatar } from '../../../shared/people/avatar.tsx'
import { Tag } from '../../../ui/layout/tag.tsx'
import { usePageMembers } from '../pages.queries.ts'
import css from './page-article.module.css'

interface Props {
  page: PageCard
  /** Omits the link to the members, on the page of the members. */
  isOfMembers?: boolean
}

/** Creator of a page, its last publication, whether all units have it, and the link to its members. */
export function PageByline({ page, isOfMembers = false }: Props) {
  const text = useText()
  const { createdBy } = page
  return (
    <div className={css.by}>
      <Avatar person={createdBy} size={36} />
      <span>
        <b>
          <span className="visually-hidden">{text('pages.createdBy')}</span> <span translate="no">{nameOf(createdBy)}</span>
        </b>
        <Updated page={page} />
        {page.isShared === true && (
          <span>
            <Tag>{text('pages.isShared')}</Tag>
          </span>
        )}
      </span>
      {!isOfMembers && <MembersLink pageId={page.id} />}
    </div>
  )
}

function Updated({ page: { publishedAt, publishedBy, CreatedByUserId } }: { page: PageCard }) {
  const text = useText()
  const language = useLanguage()
  const dayTexts = { today: text('pages.today'), yesterday: text('pages.yesterday') }
  const when = dayLabel(publishedAt, useNow(), language, dayTexts)
  const isByCreator = publishedBy.id === CreatedByUserId
  return (
    <time dateTime={publishedAt} title={fullDateTime(publishedAt, language)}>
      {isByCreator ? text('pages.updated', { when }) : text('pages.updatedBy', { when, name: nameOf(publishedBy) })}
    </time>
  )
}

function MembersLink({ pageId }: { pageId: string }) {
  const text = useText()
  const count = usePageMembers(pageId).members?.length
  return (
    <Link to={paths.pageMembers} params={{ pageId }} className={css.members}>
      <IconUsers size={20} stroke={1.75} aria-hidden="true" />
      {count === undefined ? text('pages.members') : text('pages.membersCount', { count })}
    </Link>
  )
}
