import { Button, Tabs } from '@mantine/core'
import { IconEdit, IconUsersPlus } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useText } from '../../../platform/language/i18n.ts'
import { readStored, writeStored } from '../../../platform/session/storage.ts'
import { Count } from '../../../ui/layout/count.tsx'
import type { ThreadKind } from '../messaging.entities.ts'
import { useKnownThread } from '../messaging.queries.ts'
import { useUnread } from '../unread.ts'
import { GroupInvitations } from '../groups/group-invitations.tsx'
import { MessageSearch } from './message-search.tsx'
import css from './thread-list.module.css'
import { ThreadRows } from './thread-rows.tsx'

const NewChatDialog = lazy(() => import('./new-chat-dialog.tsx').then(({ NewChatDialog: dialog }) => ({ default: dialog })))
const GroupWizard = lazy(() => import('../groups/group-wizard.tsx').then(({ GroupWizard: wizard }) => ({ default: wizard })))

const kinds = ['personal', 'group'] as const
type Tab = ThreadKind | 'radio'
const tabs: readonly Tab[] = [...kinds, 'radio']
/** Storage key of the active tab (specification, section 3). */
const TAB_KEY = 'activeTab:/messages'

interface Props {
  currentId: string | undefined
  /** The third tab: threads with a radio chat, which another feature renders. */
  radio: { readonly label: string; readonly count: number; readonly panel: ReactNode }
}

/** The user's threads by kind, with a search and a button for a new thread. */
export function ThreadList({ currentId, radio }: Props) {
  const text = useText()
  const [tab, setTab] = useState<Tab>(() => tabs.find((each) => each === readStored(TAB_KEY)) ?? 'personal')
  const [isNew, setNew] = useState(false)
  const [isSearching, setSearching] = useState(false)
  const unread = useUnread()
  const current = useKnownThread(currentId ?? '')
  const [shownId, setShownId] = useState<string | null>(null)
  // A thread that was opened from elsewhere selects the tab that contains it.
  if (current && shownId !== current.id) {
    setShownId(current.id)
    setTab(current.isGroup ? 'group' : 'personal')
  }
  const change = (next: string | null) => {
    const chosen = tabs.find((each) => each === next) ?? 'personal'
    writeStored(TAB_KEY, chosen)
    setTab(chosen)
  }
  const create = (
    <Button
      leftSection={tab === 'personal' ? <IconEdit size={20} stroke={2} /> : <IconUsersPlus size={20} stroke={2} />}
      onClick={() => setNew(true)}
    >
      {text(tab === 'personal' ? 'messages.newChat' : 'messages.newGroup')}
    </Button>
  )
  return (
    <div className={css.list}>
      <MessageSearch onSearching={setSearching} />
      {!isSearching && (
        <Tabs value={tab} onChange={change} keepMounted={false} className={css.tabs}>
          <Tabs.List grow aria-label={text('messages.tabs')}>
            <Tabs.Tab value="personal" rightSection={<Count value={unread.personal ?? 0} />}>
              {text('messages.personal')}
            </Tabs.Tab>
            <Tabs.Tab value="group" rightSection={<Count value={unread.groups ?? 0} />}>
              {text('messages.groups')}
            </Tabs.Tab>
            <Tabs.Tab value="radio" rightSection={<Count value={radio.count} />}>
              {radio.label}
            </Tabs.Tab>
          </Tabs.List>
          {kinds.map((kind) => (
            <Tabs.Panel key={kind} value={kind} className={css.panel}>
              {kind === 'group' && <GroupInvitations />}
              <ThreadRows kind={kind} currentId={currentId} create={create} />
            </Tabs.Panel>
          ))}
          <Tabs.Panel value="radio" className={css.panel}>
            {radio.panel}
          </Tabs.Panel>
        </Tabs>
      )}
      <Suspense>
        {isNew && tab === 'personal' && <NewChatDialog onClose={() => setNew(false)} />}
        {isNew && tab === 'group' && <GroupWizard onClose={() => setNew(false)} />}
      </Suspense>
    </div>
  )
}
