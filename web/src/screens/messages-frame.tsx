import { Outlet, useParams } from '@tanstack/react-router'
import { ThreadList } from '../features/messaging/components/thread-list.tsx'
import { messagingLive } from '../features/messaging/messaging.live.ts'
import { useWaitingCount } from '../features/messaging/pending.ts'
import { radioLive } from '../features/radio/radio.live.ts'
import { RadioThreads, useUnheard } from '../features/radio/components/radio-threads.tsx'
import { useText } from '../platform/i18n.ts'
import { addLive } from '../platform/live.ts'
import { useConnection } from '../platform/socket.ts'
import { useChrome } from '../ui/chrome.ts'
import { pluralKey } from '../ui/plural-key.ts'
import { HomeButton } from '../ui/home-button.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { OfflineNotice } from '../ui/states.tsx'
import { useWide } from '../ui/use-wide.ts'
import css from './messages.module.css'

// Registers the events before the first queries of threads and radio chats, so that none is missed.
for (const live of [messagingLive, radioLive]) addLive(live)

/**
 * The frame of threads. Phones show the list or one thread; desktops show both side by side. The list stays mounted
 * while the user changes threads.
 */
export function MessagesFrame() {
  const text = useText()
  const chrome = useChrome()
  const { messageThreadId } = useParams({ strict: false })
  const isWide = useWide()
  const unheard = useUnheard()
  const hasThread = messageThreadId !== undefined
  const Title = hasThread ? 'h2' : 'h1'
  return (
    <div className={css.frame} data-bar={hasThread ? 'off' : 'on'}>
      {!hasThread && <PageTitle>{text('messages.title')}</PageTitle>}
      <UnsentBanner />
      <main id="content" tabIndex={-1} className={css.panes}>
        {(isWide || !hasThread) && (
          <section className={css.list} aria-label={text('messages.list')}>
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
              radio={{ label: text('radio.tab'), count: unheard, panel: <RadioThreads /> }}
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
  return <OfflineNotice>{count > 0 && text(pluralKey('messages.waitToBeSent', count), { count })}</OfflineNotice>
}
