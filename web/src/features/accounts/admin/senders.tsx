import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import type { adminUserRoutes } from '@noroshi/contract/admin/users.http'
import { SENDER_DAYS } from '@noroshi/contract/limits'
import { useText } from '../../../platform/language/i18n.ts'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { Tag } from '../../../ui/layout/tag.tsx'
import { megabytes } from '../../../shared/admin/megabytes.ts'
import { settingsQuery, useSaveSettings } from './unit.queries.ts'
import { sendersQuery } from './users.queries.ts'
import css from '../../../shared/admin/admin.module.css'
import { DataTable } from '../../../shared/admin/data-table.tsx'
import { ChangeDialog, UserName } from './user-table.tsx'

type SendersReply = z.output<typeof adminUserRoutes.senders.reply>
type Sender = SendersReply['items'][number]

/** The users who have sent the most, each with a button that lifts their daily limit. */
export function Senders() {
  const { data, error, refetch } = useQuery(sendersQuery)
  const text = useText()
  if (data) return <Loaded {...data} />
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} title={text('senders.loadFailed')} />
  return <ListSkeleton rows={6} />
}

function Loaded({ items, limitsDailyUse, dailyFilesMb, dailyTexts }: SendersReply) {
  const text = useText()
  const [chosen, setChosen] = useState<Sender['user'] | null>(null)
  return (
    <>
      <p className={css.note}>
        {limitsDailyUse
          ? text('senders.note', { days: SENDER_DAYS, files: dailyFilesMb, texts: dailyTexts })
          : text('senders.off', { days: SENDER_DAYS })}
      </p>
      <ForEveryone areLimited={limitsDailyUse} />
      {items.length === 0 ? (
        <EmptyState title={text('senders.empty')} />
      ) : (
        <SenderTable senders={items} areLimited={limitsDailyUse} onChoose={setChosen} />
      )}
      {chosen !== null && (
        <ChangeDialog user={chosen} change={chosen.hasDailyLimit ? 'liftLimit' : 'applyLimit'} onClose={() => setChosen(null)} />
      )}
    </>
  )
}

/** Lifts the limits of all users with one press, or applies them again. */
function ForEveryone({ areLimited }: { areLimited: boolean }) {
  const text = useText()
  const cache = useQueryClient()
  const { data: settings } = useQuery(settingsQuery)
  const save = useSaveSettings()
  if (!settings) return null
  const toggle = () =>
    save.mutate(
      { ...settings, limitsDailyUse: !areLimited },
      { onSuccess: () => void cache.invalidateQueries({ queryKey: sendersQuery.queryKey }) },
    )
  return (
    <div className={css.head}>
      <Button variant="default" loading={save.isPending} onClick={toggle}>
        {text(areLimited ? 'senders.liftAll' : 'senders.applyAll')}
      </Button>
    </div>
  )
}

interface TableProps {
  senders: readonly Sender[]
  areLimited: boolean
  onChoose: (user: Sender['user']) => void
}

function SenderTable({ senders, areLimited, onChoose }: TableProps) {
  const text = useText()
  const size = (bytes: number) => <span className="num">{text('senders.mb', { count: megabytes(bytes) })}</span>
  const columns = [
    {
      key: 'name',
      label: text('admin.name'),
      area: 'head' as const,
      cell: ({ user }: Sender) => <UserName user={user} isSelf={false} />,
    },
    { key: 'today', label: text('senders.today'), isShort: true, cell: ({ todayBytes }: Sender) => size(todayBytes) },
    { key: 'files', label: text('senders.files'), isShort: true, cell: ({ filesBytes }: Sender) => size(filesBytes) },
    { key: 'text', label: text('senders.text'), isShort: true, cell: ({ textBytes }: Sender) => size(textBytes) },
    {
      key: 'texts',
      label: text('senders.texts'),
      isShort: true,
      cell: ({ texts }: Sender) => <span className="num">{texts}</span>,
    },
    {
      key: 'limit',
      label: text('admin.status'),
      area: 'plain' as const,
      cell: ({ user }: Sender) => !user.hasDailyLimit && <Tag tone="accent">{text('adminUsers.noLimit')}</Tag>,
    },
    {
      key: 'change',
      label: text('admin.actions'),
      area: 'plain' as const,
      cell: ({ user }: Sender) =>
        areLimited && (
          <Button variant="default" onClick={() => onChoose(user)}>
            {text(user.hasDailyLimit ? 'adminUsers.liftLimit' : 'adminUsers.applyLimit')}
          </Button>
        ),
    },
  ]
  return (
    <DataTable
      label={text('senders.title')}
      columns={columns}
      rows={senders.map((sender) => ({ ...sender, id: sender.user.id }))}
      isFaded={({ user }) => !user.isActive}
    />
  )
}
