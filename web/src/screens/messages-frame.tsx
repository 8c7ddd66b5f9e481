import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useParams } from '@tanstack/react-router'
import { unitQuery } from '../features/accounts/accounts.queries.ts'
import { ThreadList } from '../features/messaging/components/thread-list.tsx'
import { useWaiting } from '../features/messaging/pending.ts'
import { UnitContext } from '../platform/unit.ts'
import { useText } from '../platform/i18n.ts'
import { useConnection } from '../platform/socket.ts'
import { useChrome } from '../ui/chrome.ts'
import { countKey } from '../ui/count-key.ts'
import { PageTitle } from '../ui/page-title.tsx'
import { OfflineStrip } from '../ui/states.tsx'
import css from './messages.module.css'

/** Threads: on a phone the list or one thread, on a desktop both side by side; the list stays while one goes from thread to thread. */
export function MessagesFrame() {
  const text = useText()
  const chrome = useChrome()
  const { messageThreadId } = useParams({ strict: false })
  const isWide = useMediaQuery('(min-width: 60em)', false, { getInitialValueInEffect: false })
  const { data: unit } = useQuery(unitQuery)
  const hasThread = messageThreadId !== undefined
  const Title = hasThread ? 'h2' : 'h1'
  return (
    <UnitContext value={unit}>
      <div className={css.frame} data-bar={hasThread ? 'off' : 'on'}>
        {!hasThread && <PageTitle>{text('messages.title')}</PageTitle>}
        <Strip />
        <main id="content" tabIndex={-1} className={css.panes}>
          {(isWide || !hasThread) && (
            <section className={css.list} aria-label={text('messages.list')}>
              <div className={css.listHead}>
                {chrome.search ?? (
                  <>
                    <Title className={css.title}>{text('messages.title')}</Title>
                    <span className={css.actions}>{chrome.actions}</span>
                  </>
                )}
              </div>
              <ThreadList currentId={messageThreadId} />
            </section>
          )}
          {(isWide || hasThread) && <Outlet />}
        </main>
      </div>
    </UnitContext>
  )
}

/** While the unit cannot be reached: how much waits. */
function Strip() {
  const text = useText()
  const count = useWaiting()
  if (useConnection() !== 'offline') return null
  return <OfflineStrip>{count > 0 && text(countKey('messages.waitToBeSent', count), { count })}</OfflineStrip>
}
