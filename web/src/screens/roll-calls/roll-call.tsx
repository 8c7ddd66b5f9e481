import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { RollCallForViewer } from '@noroshi/contract/roll-calls/roll-calls'
import { OwnAnswer } from '../../features/roll-calls/components/own-answer.tsx'
import { RollCallHead } from '../../features/roll-calls/components/roll-call-head.tsx'
import css from '../../features/roll-calls/components/roll-calls.module.css'
import { Tally } from '../../features/roll-calls/components/tally.tsx'
import { peopleKey, rollCallQuery } from '../../features/roll-calls/roll-calls.queries.ts'
import { markRollCallSeen } from '../../features/roll-calls/unsent-roll-call-answers.ts'
import { useRoom } from '../../platform/connection/socket.ts'
import { isGone } from '../../platform/connection/http-errors.ts'
import { useText } from '../../platform/language/i18n.ts'
import { paths } from '../../platform/paths/paths.ts'
import { closeRollCallNotifications } from '../../platform/push/close-notifications.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Screen } from '../../ui/layout/screen.tsx'
import { LazyContent } from '../../ui/states/lazy-content.tsx'
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/states/states.tsx'

// What the keepers of a roll-call need has its own code, which needs the server.
const AskedPeople = lazy(() =>
  import('../../features/roll-calls/admin/asked-people.tsx').then(({ AskedPeople: people }) => ({ default: people })),
)
const PlaceTally = lazy(() =>
  import('../../features/roll-calls/admin/place-tally.tsx').then(({ PlaceTally: tally }) => ({ default: tally })),
)
const GroupTally = lazy(() =>
  import('../../features/roll-calls/admin/group-tally.tsx').then(({ GroupTally: tally }) => ({ default: tally })),
)
const EndDialog = lazy(() =>
  import('../../features/roll-calls/admin/end-dialog.tsx').then(({ EndDialog: dialog }) => ({ default: dialog })),
)
const ProxyDialog = lazy(() =>
  import('../../features/roll-calls/components/proxy-dialog.tsx').then(({ ProxyDialog: dialog }) => ({ default: dialog })),
)

/** A roll-call: the question, the user's own answer, and for its keepers the answers of all. */
export function RollCallScreen() {
  const text = useText()
  const { rollCallId = '' } = useParams({ strict: false })
  const { data, error, refetch } = useQuery(rollCallQuery(rollCallId))
  return (
    <Screen title={text('rollCalls.one')} backTo={paths.rollCalls}>
      <div className={css.column}>
        {isGone(error) ? (
          <EmptyState title={text('error.rollCall.notFound')} />
        ) : data ? (
          <Content key={data.id} rollCall={data} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} title={text('rollCalls.loadFailed')} />
        ) : (
          <ListSkeleton />
        )}
      </div>
    </Screen>
  )
}

function Content({ rollCall }: { rollCall: RollCallForViewer }) {
  const text = useText()
  const { id, closedAt, viewer } = rollCall
  const isOpen = closedAt === null
  const isUnseen = isOpen && viewer.isAsked && viewer.seenAt === null
  const [open, setOpen] = useState<'end' | 'proxy' | null>(null)
  useEffect(() => {
    if (isUnseen) markRollCallSeen(id)
    void closeRollCallNotifications(id)
  }, [id, isUnseen])
  return (
    <>
      <RollCallHead rollCall={rollCall} />
      {viewer.isAsked && <OwnAnswer rollCall={rollCall} />}
      {viewer.isKeeper && <LiveTally rollCall={rollCall} />}
      {isOpen && (
        <span className={css.buttons}>
          <Button variant="default" onClick={() => setOpen('proxy')}>
            {text('rollCalls.forAnother')}
          </Button>
          {viewer.isKeeper && (
            <Button variant="default" onClick={() => setOpen('end')}>
              {text('rollCalls.end')}
            </Button>
          )}
        </span>
      )}
      {viewer.isKeeper && (
        <LazyContent>
          <PlaceTally rollCallId={id} />
          <GroupTally rollCallId={id} />
          <AskedPeople rollCall={rollCall} />
        </LazyContent>
      )}
      <Suspense>
        {open === 'end' && <EndDialog rollCallId={id} onClose={() => setOpen(null)} />}
        {open === 'proxy' && <ProxyDialog rollCall={rollCall} onClose={() => setOpen(null)} />}
      </Suspense>
    </>
  )
}

/** The numbers while they change. Events of rooms are not caught up, so they are read again after a reconnection. */
function LiveTally({ rollCall: { id, closedAt, counts } }: { rollCall: RollCallForViewer }) {
  const text = useText()
  const cache = useQueryClient()
  useRoom('roll-call:join', 'roll-call:leave', closedAt === null ? { rollCallId: id } : null, () => {
    void cache.invalidateQueries({ queryKey: rollCallQuery(id).queryKey })
    void cache.invalidateQueries({ queryKey: peopleKey(id) })
  })
  return (
    <Card className={css.part}>
      <h2>{text('rollCalls.tally')}</h2>
      <Tally counts={counts} />
    </Card>
  )
}
