import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Page } from '@noroshi/contract/pages/pages.http'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { dateTime } from '../../../platform/language/time.ts'
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx'
import { ErrorState } from '../../../ui/states/states.tsx'
import { useRestoreRevision } from '../drafts.changes.ts'
import { revisionQuery } from '../drafts.queries.ts'
import { CompareView } from '../compare/compare-view.tsx'
import css from './drafts.module.css'
import { PageSkeleton } from './page-skeleton.tsx'
import { StoredRichText } from '../editor/rich-text.tsx'

interface Props {
  page: Page
  revision: number
  onDone: () => void
}

/** A published revision: content, changes, and a button to restore it. */
export function RevisionView({ page, revision, onDone }: Props) {
  const text = useText()
  const language = useLanguage()
  const [isAsking, setAsking] = useState(false)
  const shown = useQuery(revisionQuery(page.id, revision))
  const before = useQuery({ ...revisionQuery(page.id, revision - 1), enabled: revision > 1 })
  const { mutate, isPending } = useRestoreRevision(page.id, onDone)
  const { data } = shown
  if (!data) {
    return shown.error ? <ErrorState error={shown.error} onRetry={() => void shown.refetch()} /> : <PageSkeleton />
  }
  return (
    <>
      <p className={css.meta}>
        {text('drafts.publishedBy', { name: nameOf(data.publishedBy), when: dateTime(data.publishedAt, language) })}
      </p>
      {revision !== page.revision && (
        <div className={css.buttons}>
          <Button leftSection={<IconHistory size={20} stroke={2} aria-hidden="true" />} onClick={() => setAsking(true)}>
            {text('drafts.restore')}
          </Button>
        </div>
      )}
      <section className={css.section} aria-labelledby="version-title">
        <h3 id="version-title">{text('drafts.version')}</h3>
        <div className={css.content}>
          <StoredRichText json={data.content} />
        </div>
      </section>
      <section className={css.section} aria-labelledby="since-title">
        <h3 id="since-title">
          {revision > 1 ? text('drafts.changesSince', { revision: revision - 1 }) : text('drafts.firstVersion')}
        </h3>
        {before.data && (
          <CompareView
            before={before.data.content}
            after={data.content}
            beforeLabel={text('drafts.older', { revision: revision - 1 })}
            afterLabel={text('drafts.older', { revision })}
          />
        )}
        {revision > 1 && before.error && !before.data && (
          <ErrorState error={before.error} onRetry={() => void before.refetch()} />
        )}
      </section>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => mutate({ revision, baseRevision: page.revision }, { onSettled: () => setAsking(false) })}
        title={text('drafts.restoreConfirm', { revision })}
        confirmLabel={text('drafts.restore')}
        isBusy={isPending}
      >
        <p>{text('drafts.restoreNote')}</p>
      </ConfirmDialog>
    </>
  )
}
