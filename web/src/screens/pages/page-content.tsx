import { Tabs } from '@mantine/core'
import { useState } from 'react'
import { pageAbilities as abilities } from '@noroshi/contract/pages/pages.abilities'
import { ContentStatus } from '../../features/pages/components/content-status.tsx'
import { PageWriting } from '../../features/pages/components/page-writing.tsx'
import { readUnsent } from '../../features/pages/unsent.ts'
import type { OpenPage } from '../../features/pages/use-page.ts'
import type { DraftStart } from '../../features/pages/use-writing.ts'
import { useText } from '../../platform/language/i18n.ts'
import { useCurrentUser } from '../../platform/session/current-user.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import css from './page-work.module.css'
import { PageWork } from './page-work.tsx'

/** The screen where contributors and moderators edit a page and see the status of their drafts. */
export function PageContentScreen() {
  return <PageWork ability="page:edit">{(open) => <Editor open={open} />}</PageWork>
}

interface EditorStart {
  /** A new number mounts the editor again. */
  readonly number: number
  readonly begin: DraftStart | null
  /** Called when the draft is in the local storage. */
  readonly onStored?: (() => void) | undefined
}

type PendingStart = Omit<EditorStart, 'number'> & { readonly begin: DraftStart }

function Editor({ open }: { open: OpenPage }) {
  const text = useText()
  const viewer = useCurrentUser()
  const [tab, setTab] = useState<string | null>('edit')
  const [{ number, begin, onStored }, setEditorStart] = useState<EditorStart>({ number: 0, begin: null })
  const [pendingStart, setPendingStart] = useState<PendingStart | null>(null)
  const start = (next: PendingStart) => {
    setEditorStart({ number: number + 1, ...next })
    setPendingStart(null)
    setTab('edit')
  }
  /** Asks before another draft replaces unsent content. */
  const requestStart = (next: DraftStart, onNextStored?: () => void) => {
    const pending = { begin: next, onStored: onNextStored }
    if (readUnsent(viewer?.id ?? '', open.page.id)) setPendingStart(pending)
    else start(pending)
  }
  return (
    // Hidden tabs stay mounted, so that unsent content stays.
    <Tabs value={tab} onChange={setTab} keepMountedMode="display-none">
      <Tabs.List grow aria-label={text('drafts.tabs')}>
        <Tabs.Tab value="edit">{text('drafts.editContent')}</Tabs.Tab>
        <Tabs.Tab value="status">{text('drafts.contentStatus')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="edit" className={css.panel}>
        <PageWriting
          key={number}
          open={open}
          draftStart={begin}
          onDraftStored={onStored}
          action={abilities['page:moderate'](viewer, open.facts) ? 'publish' : 'submit'}
          onSent={() => abilities['page:moderate'](viewer, open.facts) || setTab('status')}
        />
      </Tabs.Panel>
      <Tabs.Panel value="status" className={css.panel}>
        {tab === 'status' && <ContentStatus pageId={open.page.id} onContinue={requestStart} />}
      </Tabs.Panel>
      <ConfirmDialog
        isOpen={pendingStart !== null}
        onClose={() => setPendingStart(null)}
        onConfirm={() => pendingStart && start(pendingStart)}
        title={text('drafts.startOverConfirm')}
        confirmLabel={text('drafts.drop')}
      />
    </Tabs>
  )
}
