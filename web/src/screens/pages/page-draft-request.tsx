import { Button, Tabs } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import { DraftRequests } from '../../features/pages/components/draft-requests.tsx'
import { PageHistory } from '../../features/pages/components/page-history.tsx'
import { PageWriting } from '../../features/pages/components/page-writing.tsx'
import { PendingDraftCount } from '../../features/pages/components/pending-draft-count.tsx'
import type { OpenPage } from '../../features/pages/use-page.ts'
import { useText } from '../../platform/language/i18n.ts'
import css from './page-work.module.css'
import { PageWork } from './page-work.tsx'

/** The screen where moderators edit and publish a page, review submitted drafts and see its history. */
export function PageDraftRequestScreen() {
  return <PageWork ability="page:moderate">{(open) => <Moderation open={open} />}</PageWork>
}

function Moderation({ open }: { open: OpenPage }) {
  const text = useText()
  const [tab, setTab] = useState<string | null>('content')
  const [isHistory, setHistory] = useState(false)
  return (
    // Hidden tabs stay mounted, so that unsent content and reviews stay.
    <Tabs value={tab} onChange={setTab} keepMountedMode="display-none">
      <Tabs.List grow aria-label={text('drafts.tabs')}>
        <Tabs.Tab value="content">{text('drafts.pageContent')}</Tabs.Tab>
        <Tabs.Tab value="request" rightSection={<PendingDraftCount pageId={open.page.id} />}>
          {text('drafts.pageRequest')}
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="content">
        {isHistory && (
          <div className={css.panel}>
            <PageHistory page={open.page} onBack={() => setHistory(false)} />
          </div>
        )}
        <div hidden={isHistory}>
          <div className={css.tools}>
            <Button
              variant="default"
              leftSection={<IconHistory size={20} stroke={2} aria-hidden="true" />}
              onClick={() => setHistory(true)}
            >
              {text('drafts.history')}
            </Button>
          </div>
          <div className={css.panel}>
            <PageWriting open={open} action="publish" />
          </div>
        </div>
      </Tabs.Panel>
      <Tabs.Panel value="request" className={css.panel}>
        <DraftRequests open={open} />
      </Tabs.Panel>
    </Tabs>
  )
}
