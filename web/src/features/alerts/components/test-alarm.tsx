import { Button } from '@mantine/core'
import { IconBellRinging } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { useCurrentUser } from '../../../platform/session/current-user.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { newId } from '../../../platform/ids.ts'
import { paths } from '../../../platform/paths/paths.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { useResolveAlert } from '../alerts.changes.ts'
import { useStartTestAlarm } from '../drills.changes.ts'
import { useRunningTest } from '../test-alarms.ts'
import css from './test-alarm.module.css'

/** The test alarm: a drill for the user alone, which takes the same path as an alarm. It is for signed-in users. */
export function TestAlarm() {
  const text = useText()
  const viewer = useCurrentUser()
  const start = useStartTestAlarm()
  const running = useRunningTest()
  if (viewer === null) return null
  return (
    <Card className={css.card}>
      <div className={css.head}>
        <IconBellRinging size={24} stroke={1.75} aria-hidden="true" />
        <h2>{text('drills.test')}</h2>
      </div>
      <p>{text('drills.testNote')}</p>
      {running ? (
        <Running drill={running} />
      ) : (
        <div className={css.buttons}>
          <Button loading={start.isPending} onClick={() => start.mutate(newId())}>
            {text('drills.testStart')}
          </Button>
        </div>
      )}
    </Card>
  )
}

function Running({ drill }: { drill: AlertForViewer }) {
  const text = useText()
  const end = useResolveAlert(drill)
  const { counts, viewer } = drill
  const state =
    viewer.answer !== null ? 'drills.testAnswered' : counts.delivered > 0 ? 'drills.testArrived' : 'drills.testWaiting'
  return (
    <>
      <output className={css.state}>
        {viewer.answer === null && <b>{text('drills.testRunning')}</b>} {text(state)}
      </output>
      <div className={css.buttons}>
        <Button loading={end.isPending} onClick={() => end.mutate(undefined)}>
          {text('alerts.drill.end')}
        </Button>
        <Button
          variant="default"
          renderRoot={(link) => (
            <Link
              {...link}
              to={paths.alert}
              params={{ alertId: drill.id, messageThreadId: drill.alertMessageThread.MessageThreadId }}
            />
          )}
        >
          {text('drills.testOpen')}
        </Button>
      </div>
    </>
  )
}
