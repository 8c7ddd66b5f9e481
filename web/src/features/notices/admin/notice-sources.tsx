import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { NoticeSource } from '@noroshi/contract/notices/notices.http'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { listText } from '../../../platform/language/list-text.ts'
import { fullDateTime } from '../../../platform/language/time.ts'
import css from '../../../shared/admin/admin.module.css'
import { DataTable } from '../../../shared/admin/data-table.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Tag } from '../../../ui/layout/tag.tsx'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { AddNoticeFile } from './add-notice-file.tsx'
import { NoticeSourceDialog } from './notice-source-dialog.tsx'
import { noticeSourcesQuery, useRemoveNoticeSource } from './notices-admin.queries.ts'

/** The sources of official notices. */
export function NoticeSources() {
  const text = useText()
  const [isCreating, setCreating] = useState(false)
  return (
    <section className={css.part} aria-labelledby="notice-sources">
      <div className={css.head}>
        <h2 id="notice-sources">{text('noticeSources.title')}</h2>
        <Button
          leftSection={<IconPlus size={20} stroke={2} aria-hidden="true" />}
          variant="default"
          onClick={() => setCreating(true)}
        >
          {text('noticeSources.create')}
        </Button>
      </div>
      <p className={css.note}>{text('noticeSources.note')}</p>
      <SourceList />
      {isCreating && <NoticeSourceDialog onClose={() => setCreating(false)} />}
    </section>
  )
}

function SourceList() {
  const text = useText()
  const { data, error, refetch } = useQuery(noticeSourcesQuery)
  if (!data) {
    if (error) return <ErrorState error={error} onRetry={() => void refetch()} title={text('noticeSources.loadFailed')} />
    return <ListSkeleton rows={2} />
  }
  if (data.items.length === 0) return <EmptyState title={text('noticeSources.empty')} />
  return <Sources sources={data.items} />
}

function Sources({ sources }: { sources: readonly NoticeSource[] }) {
  const text = useText()
  const language = useLanguage()
  const [removing, setRemoving] = useState<NoticeSource | null>(null)
  const columns = [
    {
      key: 'name',
      label: text('admin.name'),
      area: 'head' as const,
      cell: ({ name }: NoticeSource) => <b translate="no">{name}</b>,
    },
    { key: 'channel', label: text('noticeSources.channel'), cell: (source: NoticeSource) => <Origin source={source} /> },
    {
      key: 'areas',
      label: text('noticeSources.areas'),
      cell: ({ areas }: NoticeSource) => (areas.length === 0 ? text('noticeSources.allAreas') : listText(areas, language)),
    },
    { key: 'checked', label: text('noticeSources.checked'), cell: (source: NoticeSource) => <Checked source={source} /> },
    {
      key: 'stored',
      label: text('noticeSources.stored'),
      isShort: true,
      cell: ({ noticeCount }: NoticeSource) => <span className="num">{noticeCount}</span>,
    },
    {
      key: 'actions',
      label: text('admin.actions'),
      area: 'buttons' as const,
      cell: (source: NoticeSource) => (
        <span className={css.buttons}>
          <AddNoticeFile source={source} />
          <ActionIcon aria-label={text('noticeSources.remove', { name: source.name })} onClick={() => setRemoving(source)}>
            <IconTrash size={20} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        </span>
      ),
    },
  ]
  return (
    <>
      <DataTable label={text('noticeSources.title')} columns={columns} rows={sources} />
      {removing && <RemoveDialog source={removing} onClose={() => setRemoving(null)} />}
    </>
  )
}

function Origin({ source: { channel, address, folder } }: { source: NoticeSource }) {
  const text = useText()
  if (address !== null) return <span translate="no">{address}</span>
  if (folder !== null) return <span>{text('noticeSources.folder', { folder })}</span>
  return <span>{text(`noticeSources.channel.${channel}`)}</span>
}

function Checked({ source: { channel, checkedAt, problem } }: { source: NoticeSource }) {
  const text = useText()
  const language = useLanguage()
  if (channel === 'file') return <span>{text('noticeSources.byHand')}</span>
  if (checkedAt === null) return <span>{text('noticeSources.notChecked')}</span>
  return (
    <>
      <time dateTime={checkedAt}>{fullDateTime(checkedAt, language)}</time>{' '}
      {problem !== null && <Tag tone="warn">{text(`noticeSources.problem.${problem}`)}</Tag>}
    </>
  )
}

function RemoveDialog({ source, onClose }: { source: NoticeSource; onClose: () => void }) {
  const text = useText()
  const { mutate, isPending } = useRemoveNoticeSource()
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => mutate(source.id, { onSuccess: onClose })}
      isBusy={isPending}
      title={text('noticeSources.removeConfirm', { name: source.name })}
      confirmLabel={text('chrome.delete')}
    >
      <p>{text('noticeSources.removeNote')}</p>
    </ConfirmDialog>
  )
}
