import { ActionIcon, Button } from '@mantine/core'
import { IconLinkOff, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AlertFeed } from '@noroshi/contract/exchange/alert-feeds.http'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { fullDateTime } from '../../../platform/language/time.ts'
import css from '../../../shared/admin/admin.module.css'
import { DataTable } from '../../../shared/admin/data-table.tsx'
import { groupName } from '../../../shared/admin/people.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { Tag } from '../../../ui/layout/tag.tsx'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { AlertFeedDialog } from './alert-feed-dialog.tsx'
import { alertFeedsQuery, useRevokeAlertFeed } from './alert-feeds.queries.ts'

/** The feeds of alerts for other systems: what leaves the server, and to whom. Addresses are shown once. */
export function AlertFeeds() {
  const text = useText()
  const [isCreating, setCreating] = useState(false)
  return (
    <section aria-labelledby="alert-feeds">
      <div className={css.head}>
        <h2 id="alert-feeds">{text('exchange.alertsOut')}</h2>
        <Button
          leftSection={<IconPlus size={20} stroke={2} aria-hidden="true" />}
          variant="default"
          onClick={() => setCreating(true)}
        >
          {text('exchange.createFeed')}
        </Button>
      </div>
      <p className={css.note}>{text('exchange.alertsOutNote')}</p>
      <FeedList />
      {isCreating && <AlertFeedDialog onClose={() => setCreating(false)} />}
    </section>
  )
}

function FeedList() {
  const text = useText()
  const { data, error, refetch } = useQuery(alertFeedsQuery)
  if (!data) {
    if (error) return <ErrorState error={error} onRetry={() => void refetch()} title={text('exchange.loadFailed')} />
    return <ListSkeleton rows={2} />
  }
  if (data.items.length === 0) return <EmptyState title={text('exchange.noFeeds')} />
  return <Feeds feeds={data.items} />
}

function Feeds({ feeds }: { feeds: readonly AlertFeed[] }) {
  const text = useText()
  const language = useLanguage()
  const [revoking, setRevoking] = useState<AlertFeed | null>(null)
  const columns = [
    {
      key: 'name',
      label: text('admin.name'),
      area: 'head' as const,
      cell: ({ name, isTest }: AlertFeed) => (
        <>
          <b translate="no">{name}</b> {isTest && <Tag tone="warn">{text('exchange.test')}</Tag>}
        </>
      ),
    },
    {
      key: 'recipient',
      label: text('exchange.recipient'),
      cell: ({ recipient }: AlertFeed) => <span translate="no">{recipient}</span>,
    },
    { key: 'leaves', label: text('exchange.leaves'), cell: (feed: AlertFeed) => <Leaves feed={feed} /> },
    {
      key: 'read',
      label: text('exchange.lastRead'),
      isShort: true,
      cell: ({ lastReadAt }: AlertFeed) =>
        lastReadAt === null ? (
          <span>{text('exchange.never')}</span>
        ) : (
          <time dateTime={lastReadAt}>{fullDateTime(lastReadAt, language)}</time>
        ),
    },
    {
      key: 'actions',
      label: text('admin.actions'),
      area: 'buttons' as const,
      cell: (feed: AlertFeed) => (
        <ActionIcon aria-label={text('exchange.revokeOf', { name: feed.name })} onClick={() => setRevoking(feed)}>
          <IconLinkOff size={20} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      ),
    },
  ]
  return (
    <>
      <DataTable label={text('exchange.alertsOut')} columns={columns} rows={feeds} />
      {revoking && <RevokeDialog feed={revoking} onClose={() => setRevoking(null)} />}
    </>
  )
}

function Leaves({ feed }: { feed: AlertFeed }) {
  const text = useText()
  const { groups } = feed
  const parts = [
    groups === null
      ? text('exchange.ofAllGroups')
      : text('exchange.ofGroups', { groups: groups.map((group) => groupName(group, text)).join(text('map.listSeparator')) }),
    text('exchange.basics'),
    ...(feed.includesNames ? [text('exchange.names')] : []),
    ...(feed.includesTexts ? [text('exchange.texts')] : []),
    ...(feed.includesLocations ? [text('exchange.locations')] : []),
    ...(feed.includesDrills ? [text('exchange.drills')] : []),
  ]
  return (
    <div>
      {parts.map((part) => (
        <div key={part}>{part}</div>
      ))}
    </div>
  )
}

function RevokeDialog({ feed, onClose }: { feed: AlertFeed; onClose: () => void }) {
  const text = useText()
  const { mutate, isPending } = useRevokeAlertFeed()
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => mutate(feed.id, { onSuccess: onClose })}
      isBusy={isPending}
      title={text('exchange.revokeConfirm', { name: feed.name })}
      confirmLabel={text('exchange.revoke')}
    >
      <p>{text('exchange.revokeNote')}</p>
    </ConfirmDialog>
  )
}
