import { Button } from '@mantine/core'
import { IconUserQuestion } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useText } from '../../../platform/language/i18n.ts'
import { paths } from '../../../platform/paths/paths.ts'
import type { AskedAlert } from '../admin/roll-call-form.ts'

const NewRollCallDialog = lazy(() =>
  import('../admin/new-roll-call-dialog.tsx').then(({ NewRollCallDialog: dialog }) => ({ default: dialog })),
)

/** Asks the people who received an alert whether they are safe. The server allows it once for each alert. */
export function AskAudience({ alert }: { alert: AskedAlert }) {
  const text = useText()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const [askedId, setAskedId] = useState<string | null>(null)
  // After the form is closed, which would ask whether to discard it.
  useEffect(() => {
    if (askedId !== null) void navigate({ to: paths.rollCall, params: { rollCallId: askedId } })
  }, [askedId, navigate])
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconUserQuestion size={20} stroke={1.75} aria-hidden="true" />}
        onClick={() => setAsking(true)}
      >
        {text('rollCalls.askAudience')}
      </Button>
      <Suspense>
        {isAsking && askedId === null && (
          <NewRollCallDialog
            groups={[]}
            mayAskEveryone={false}
            alert={alert}
            onClose={() => setAsking(false)}
            onAsked={({ id }) => setAskedId(id)}
          />
        )}
      </Suspense>
    </>
  )
}
