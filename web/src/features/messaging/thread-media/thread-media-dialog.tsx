import { Tabs } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Message } from '@noroshi/contract/messaging/messaging.http'
import { ThreadMediaKind } from '@noroshi/contract/messaging/thread-media.http'
import { type MessageKey, useText } from '../../../platform/language/i18n.ts'
import { DialogFrame } from '../../../ui/dialogs/dialog-frame.tsx'
import { LoadMore } from '../../../ui/layout/load-more.tsx'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { useChangedMessages } from '../changes/unsent-changes.ts'
import { FileRows, LinkRows } from './media-rows.tsx'
import { filesOf, linksOf } from './media-items.ts'
import { PictureGrid } from './picture-grid.tsx'
import css from './thread-media-dialog.module.css'
import { threadMediaQuery, useThreadMediaEvents } from './thread-media.queries.ts'

const none = {
  picture: 'messages.media.nonePicture',
  file: 'messages.media.noneFile',
  link: 'messages.media.noneLink',
} satisfies Record<ThreadMediaKind, MessageKey>

/** The pictures, files and links of a thread, newest first. */
export function MediaDialog({ threadId, onClose }: { threadId: string; onClose: () => void }) {
  const text = useText()
  const [kind, setKind] = useState<ThreadMediaKind>('picture')
  const [isCovered, setCovered] = useState(false)
  useThreadMediaEvents(threadId)
  const contentOf = (messages: readonly Message[]): ReactNode => {
    if (kind === 'picture') return <PictureGrid items={filesOf(messages, kind)} onViewer={setCovered} onClose={onClose} />
    if (kind === 'file') return <FileRows items={filesOf(messages, kind)} onClose={onClose} />
    return <LinkRows items={linksOf(messages)} onClose={onClose} />
  }
  return (
    <DialogFrame isOpen onClose={onClose} title={text('messages.media')} isCovered={isCovered}>
      <Tabs value={kind} onChange={(next) => setKind(ThreadMediaKind.parse(next))} keepMounted={false}>
        <Tabs.List grow aria-label={text('messages.media.tabs')}>
          {ThreadMediaKind.options.map((each) => (
            <Tabs.Tab key={each} value={each}>
              {text(`messages.media.${each}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {ThreadMediaKind.options.map((each) => (
          <Tabs.Panel key={each} value={each} className={css.panel}>
            <MediaList threadId={threadId} kind={each} contentOf={contentOf} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </DialogFrame>
  )
}

interface ListProps {
  threadId: string
  kind: ThreadMediaKind
  contentOf: (messages: readonly Message[]) => ReactNode
}

function MediaList({ threadId, kind, contentOf }: ListProps) {
  const text = useText()
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    threadMediaQuery(threadId, kind),
  )
  const loaded = data?.pages.flatMap(({ items }) => items) ?? []
  const messages = useChangedMessages(threadId, loaded).filter(({ deletion }) => !deletion)
  if (!data) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} title={text('messages.media.failed')} />
    ) : (
      <ListSkeleton />
    )
  }
  // An empty page is not always the last: the server examines a limited number of messages for each page.
  if (messages.length === 0 && !hasNextPage) return <EmptyState title={text(none[kind])} />
  return (
    <>
      {contentOf(messages)}
      {hasNextPage && (
        <LoadMore label={text('messages.media.more')} isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
      )}
    </>
  )
}
