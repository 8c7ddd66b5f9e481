import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { NOTICE_RULE_MINUTES, type NoticeRule } from '@noroshi/contract/notices/notices.http'
import { storedNameIn } from '@noroshi/contract/accounts/person-name'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { listText } from '../../../platform/language/list-text.ts'
import { fullDateTime } from '../../../platform/language/time.ts'
import css from '../../../shared/admin/admin.module.css'
import { DataTable } from '../../../shared/admin/data-table.tsx'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { NoticeRuleDialog } from './notice-rule-dialog.tsx'
import { noticeRulesQuery, useRemoveNoticeRule } from './notices-admin.queries.ts'

/** The rules that open a roll-call after an official notice. */
export function NoticeRules() {
  const text = useText()
  const [isCreating, setCreating] = useState(false)
  return (
    <section className={css.part} aria-labelledby="notice-rules">
      <div className={css.head}>
        <h2 id="notice-rules">{text('noticeRules.title')}</h2>
        <Button
          leftSection={<IconPlus size={20} stroke={2} aria-hidden="true" />}
          variant="default"
          onClick={() => setCreating(true)}
        >
          {text('noticeRules.create')}
        </Button>
      </div>
      <p className={css.note}>{text('noticeRules.note', { minutes: NOTICE_RULE_MINUTES })}</p>
      <RuleList />
      {isCreating && <NoticeRuleDialog onClose={() => setCreating(false)} />}
    </section>
  )
}

function RuleList() {
  const text = useText()
  const { data, error, refetch } = useQuery(noticeRulesQuery)
  if (!data) {
    if (error) return <ErrorState error={error} onRetry={() => void refetch()} title={text('noticeRules.loadFailed')} />
    return <ListSkeleton rows={1} />
  }
  if (data.items.length === 0) return <EmptyState title={text('noticeRules.empty')} />
  return <Rules rules={data.items} />
}

function Rules({ rules }: { rules: readonly NoticeRule[] }) {
  const text = useText()
  const language = useLanguage()
  const [removing, setRemoving] = useState<NoticeRule | null>(null)
  const columns = [
    {
      key: 'question',
      label: text('noticeRules.question'),
      area: 'head' as const,
      cell: ({ question }: NoticeRule) => <b translate="no">{question}</b>,
    },
    { key: 'kind', label: text('noticeRules.kind'), cell: ({ kind }: NoticeRule) => text(`notices.kind.${kind}`) },
    {
      key: 'severity',
      label: text('noticeRules.minSeverity'),
      cell: ({ minSeverity }: NoticeRule) => text(`notices.severity.${minSeverity}`),
    },
    { key: 'areas', label: text('noticeRules.areas'), cell: ({ areas }: NoticeRule) => listText(areas, language) },
    {
      key: 'by',
      label: text('noticeRules.by'),
      cell: ({ createdBy }: NoticeRule) =>
        createdBy === null ? text('noticeRules.byNoOne') : <span translate="no">{storedNameIn(language, createdBy)}</span>,
    },
    {
      key: 'acted',
      label: text('noticeRules.acted'),
      isShort: true,
      cell: ({ lastActedAt }: NoticeRule) =>
        lastActedAt === null ? (
          <span>{text('noticeRules.never')}</span>
        ) : (
          <time dateTime={lastActedAt}>{fullDateTime(lastActedAt, language)}</time>
        ),
    },
    {
      key: 'actions',
      label: text('admin.actions'),
      area: 'buttons' as const,
      cell: (rule: NoticeRule) => (
        <ActionIcon aria-label={text('noticeRules.remove', { name: rule.question })} onClick={() => setRemoving(rule)}>
          <IconTrash size={20} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      ),
    },
  ]
  return (
    <>
      <DataTable label={text('noticeRules.title')} columns={columns} rows={rules} />
      {removing && <RemoveDialog rule={removing} onClose={() => setRemoving(null)} />}
    </>
  )
}

function RemoveDialog({ rule, onClose }: { rule: NoticeRule; onClose: () => void }) {
  const text = useText()
  const { mutate, isPending } = useRemoveNoticeRule()
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => mutate(rule.id, { onSuccess: onClose })}
      isBusy={isPending}
      title={text('noticeRules.removeConfirm', { name: rule.question })}
      confirmLabel={text('chrome.delete')}
    />
  )
}
