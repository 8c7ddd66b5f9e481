import { Outlet, useParams } from '@tanstack/react-router'
import { isMuted } from '@noroshi/contract/messaging/thread-settings'
import { useReadHiddenMessages } from '../../features/messaging/changes/hidden-messages.ts'
import { ThreadList } from '../../features/messaging/components/thread-list.tsx'
import { useDraftSync } from '../../features/messaging/drafts/use-draft-sync.ts'
import { useWaitingCount } from '../../features/messaging/pending.ts'
import { messagingStore, receiveThread } from '../../features/messaging/thread-store.ts'
import { THREAD_KEYS, threadOf } from '../../features/messaging/thread-views.ts'
import { RadioThreads } from '../../features/radio/components/radio-threads.tsx'
import { type ThreadPort, useRadioThreads } from '../../features/radio/radio.queries.ts'
import { useText } from '../../platform/language/i18n.ts'
import { useConnection } from '../../platform/connection/socket.ts'
import { useNow } from '../../platform/use-now.ts'
import { useChrome } from '../../ui/theme/chrome.ts'
import { HomeButton } from '../../ui/layout/home-button.tsx'
import { PageTitle } from '../../ui/layout/page-title.tsx'
import { OfflineNotice } from '../../ui/states/states.tsx'
import { useWide } from '../../ui/layout/use-wide.ts'
import '../messages-live.ts'
import css from './messages.module.css'

const threads: ThreadPort = {
  receive: (cache, thread) => receiveThread(messagingStore(cache), thread),
  threadOf,
  keys: THREAD_KEYS,
}

/**
 * The layout of threads. Phones show the list or one thread; desktops show both side by side. The list stays mounted
 * while the user changes threads.
 */
export function MessagesLayout() {
  useDraftSync()
  const text = useText()
  const chrome = useChrome()
  const { messageThreadId } = useParams({ strict: false })
  const isWide = useWide()
  const radio = useRadioThreads(threads)
  const hiddenIds = useReadHiddenMessages()
  const now = useNow()
  const loud = radio.rows?.filter(({ thread }) => !isMuted(thread.settings, now))
  const unheard = loud?.reduce((sum, { unreadRadioCount }) => sum + unreadRadioCount, 0) ?? 0
  const hasThread = messageThreadId !== undefined
  const Title = hasThread ? 'h2' : 'h1'
  return (
    <div className={css.layout} data-bar={hasThread ? 'off' : 'on'}>
      {!hasThread && <PageTitle>{text('messages.title')}</PageTitle>}
      <UnsentBanner />
      <main id="content" tabIndex={-1} className={css.panes}>
        {(isWide || !hasThread) && (
          <section className={css.list} data-not-printed={hasThread || undefined} aria-label={text('messages.list')}>
            <div className={css.listHead}>
              {chrome.search ?? (
                <>
                  <HomeButton />
                  <Title className={css.title}>{text('messages.title')}</Title>
                  <span className={css.actions}>{chrome.actions}</span>
                </>
              )}
            </div>
            {chrome.microphone}
            <ThreadList
              currentId={messageThreadId}
              radio={{ label: text('radio.tab'), count: unheard, panel: <RadioThreads {...radio} hiddenIds={hiddenIds} /> }}
            />
          </section>
        )}
        {(isWide || hasThread) && <Outlet />}
      </main>
    </div>
  )
}

/** Shows how many messages are unsent while the server is unreachable. */
function UnsentBanner() {
  const text = useText()
  const count = useWaitingCount()
  if (useConnection() !== 'offline') return null
  return <OfflineNotice>{count > 0 && text('messages.waitToBeSent', { count })}</OfflineNotice>
}
