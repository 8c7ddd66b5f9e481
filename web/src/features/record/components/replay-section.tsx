import { Button } from '@mantine/core'
import { IconMap2 } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useText } from '../../../platform/language/i18n.ts'
import { ListSkeleton } from '../../../ui/states/states.tsx'

const ReplayPlayer = lazy(() => import('./replay-player.tsx').then(({ ReplayPlayer: player }) => ({ default: player })))

/** Opens the replay of an alert on the map. */
export function ReplaySection({ alertId }: { alertId: string }) {
  const text = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconMap2 size={20} stroke={1.75} aria-hidden="true" />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {text(isOpen ? 'record.replay.close' : 'record.replay')}
      </Button>
      {isOpen && (
        <Suspense fallback={<ListSkeleton />}>
          <ReplayPlayer alertId={alertId} />
        </Suspense>
      )}
    </>
  )
}
