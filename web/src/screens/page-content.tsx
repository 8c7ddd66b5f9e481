import { Tabs } from '@mantine/core'
import { useState } from 'react'
import { pageAbilities as abilities } from '@noroshi/contract/pages/pages.abilities'
import { ContentStatus } from '../features/pages/components/content-status.tsx'
import { PageWriting } from '../features/pages/components/page-writing.tsx'
import { readUnsent } from '../features/pages/unsent.ts'
import type { OpenPage } from '../features/pages/use-page.ts'
import type { Begin } from '../features/pages/use-writing.ts'
import { useText } from '../platform/i18n.ts'
import { useReader } from '../platform/reader.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import css from './page-work.module.css'
import { PageWork } from './page-work.tsx'

/** Where contributors and moderators edit a page, and see how far their drafts are. */
export function PageContentScreen() {
  return <PageWork needs="page:edit">{(open) => <Work open={open} />}</PageWork>
}

interface Beginning {
  /** Another number is another beginning. */
  readonly number: number
  readonly begin: Begin | null
}

function Work({ open }: { open: OpenPage }) {
  const text = useText()
  const reader = useReader()
  const [tab, setTab] = useState<string | null>('edit')
  const [{ number, begin }, setBeginning] = useState<Beginning>({ number: 0, begin: null })
  const [asked, setAsked] = useState<Begin | null>(null)
  const start = (next: Begin) => {
    setBeginning({ number: number + 1, begin: next })
    setAsked(null)
    setTab('edit')
  }
  /** What was written and not sent is not dropped for another draft without a word. */
  const wants = (next: Begin) => (readUnsent(reader?.id ?? '', open.page.id) ? setAsked(next) : start(next))
  return (
    // Hidden, and not put to rest: what is being written there stays.
    <Tabs value={tab} onChange={setTab} keepMountedMode="display-none">
      <Tabs.List grow aria-label={text('drafts.tabs')}>
        <Tabs.Tab value="edit">{text('drafts.editContent')}</Tabs.Tab>
        <Tabs.Tab value="status">{text('drafts.contentStatus')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="edit" className={css.panel}>
        <PageWriting
          key={number}
          open={open}
          begin={begin}
          sends={abilities['page:moderate'](reader, open.facts) ? 'publish' : 'submit'}
          onSent={() => abilities['page:moderate'](reader, open.facts) || setTab('status')}
        />
      </Tabs.Panel>
      <Tabs.Panel value="status" className={css.panel}>
        {tab === 'status' && <ContentStatus pageId={open.page.id} onBegin={wants} />}
      </Tabs.Panel>
      <ConfirmDialog
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        onConfirm={() => asked && start(asked)}
        title={text('drafts.beginAnewConfirm')}
        confirmLabel={text('drafts.drop')}
      />
    </Tabs>
  )
}
