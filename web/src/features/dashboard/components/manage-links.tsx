import { ActionIcon, Button } from '@mantine/core'
import { IconPencil, IconPhoto, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DashboardLink, DashboardSection, SectionType } from '@noroshi/contract/dashboard/dashboard.http'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { fullDateTime } from '../../../platform/language/time.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { Tag } from '../../../ui/layout/tag.tsx'
import { useDeleteLink, useOrderLinks } from '../dashboard.changes.ts'
import { allLinksQuery } from '../dashboard.queries.ts'
import { hasImages } from '../link-form.ts'
import { DashboardLinkDialog } from './dashboard-link-dialog.tsx'
import { LinkIcon } from './link-icon.tsx'
import css from './manage.module.css'
import { ReorderList } from './reorder-list.tsx'

/**
 * All links of a section, including scheduled and expired ones. The button that adds a link is above the list, so that
 * the loading list does not move it.
 */
export function ManageLinks({ section }: { section: DashboardSection }) {
  const text = useText()
  const { data, dataUpdatedAt, error, refetch } = useQuery(allLinksQuery(section.id))
  const [edited, setEdited] = useState<DashboardLink | 'new' | null>(null)
  return (
    <div className={css.links}>
      <Button variant="light" leftSection={<IconPlus size={20} stroke={2} aria-hidden="true" />} onClick={() => setEdited('new')}>
        {text('dashboard.linkCreate')}
      </Button>
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} title={text('dashboard.loadFailed')} />}
      {!data && !error && <ListSkeleton rows={2} />}
      {data?.items.length === 0 && <p className={css.none}>{text('dashboard.linksEmpty')}</p>}
      {data && data.items.length > 0 && <Links section={section} links={data.items} now={dataUpdatedAt} onEdit={setEdited} />}
      {edited && (
        <DashboardLinkDialog section={section} link={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </div>
  )
}

interface LinksProps {
  section: DashboardSection
  links: readonly DashboardLink[]
  /** When the links were fetched, in milliseconds since the epoch. */
  now: number
  onEdit: (link: DashboardLink) => void
}

function Links({ section, links, now, onEdit }: LinksProps) {
  const text = useText()
  const order = useOrderLinks(section.id)
  const remove = useDeleteLink()
  const [deleting, setDeleting] = useState<DashboardLink | null>(null)
  const rows = links.map((link) => ({
    id: link.id,
    name: link.linkText,
    summary: <LinkSummary link={link} type={section.type} now={now} />,
    buttons: (
      <>
        <ActionIcon aria-label={text('dashboard.edit', { name: link.linkText })} onClick={() => onEdit(link)}>
          <IconPencil size={20} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
        <ActionIcon aria-label={text('dashboard.delete', { name: link.linkText })} onClick={() => setDeleting(link)}>
          <IconTrash size={20} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </>
    ),
  }))
  return (
    <>
      <ReorderList
        label={text('dashboard.linksOf', { name: section.title })}
        rows={rows}
        newest={order.newest}
        onOrder={order.change}
      />
      <ConfirmDialog
        isOpen={deleting !== null}
        onClose={() => setDeleting(null)}
        onConfirm={() => deleting && remove.mutate(deleting.id, { onSuccess: () => setDeleting(null) })}
        isBusy={remove.isPending}
        title={text('dashboard.linkDeleteConfirm', { name: deleting?.linkText ?? '' })}
        confirmLabel={text('chrome.delete')}
      />
    </>
  )
}

function LinkSummary({ link, type, now }: { link: DashboardLink; type: SectionType; now: number }) {
  const imageUrl = link.previewUrl ?? link.imageUrl
  return (
    <>
      {type !== 'textLink' && (
        <span className={css.thumb}>
          {type === 'iconLink' && <LinkIcon name={link.iconName} size={24} />}
          {hasImages(type) && (imageUrl ? <img src={imageUrl} alt="" loading="lazy" /> : <IconPhoto size={24} stroke={1.75} />)}
        </span>
      )}
      <span className={css.facts}>
        <b>{link.linkText}</b>
        <span className="one-line">{link.linkUrl}</span>
        <ScheduleTag link={link} now={now} />
      </span>
    </>
  )
}

/** The start or end of a link as a tag, if the link is scheduled, expired or limited in time. */
function ScheduleTag({ link: { start, end }, now }: { link: DashboardLink; now: number }) {
  const text = useText()
  const language = useLanguage()
  if (end !== null && Date.parse(end) <= now) return <Tag>{text('dashboard.over')}</Tag>
  if (start !== null && Date.parse(start) > now) {
    return <Tag tone="warn">{text('dashboard.waiting', { time: fullDateTime(start, language) })}</Tag>
  }
  return end === null ? null : <Tag tone="accent">{text('dashboard.until', { time: fullDateTime(end, language) })}</Tag>
}
