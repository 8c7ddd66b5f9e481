import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { Me } from '@noroshi/contract/accounts/accounts.http'
import { useText } from '../../../platform/language/i18n.ts'
import { useAccessToken } from '../../../platform/session/session.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { Tag } from '../../../ui/layout/tag.tsx'
import { secondFactorQuery } from '../security.queries.ts'
import css from '../components/profile.module.css'

const SetUpSecondFactor = lazy(() =>
  import('./set-up-second-factor.tsx').then(({ SetUpSecondFactor }) => ({ default: SetUpSecondFactor })),
)
const RenewRecoveryCodes = lazy(() =>
  import('./renew-recovery-codes.tsx').then(({ RenewRecoveryCodes }) => ({ default: RenewRecoveryCodes })),
)
const RemoveSecondFactor = lazy(() =>
  import('./remove-second-factor.tsx').then(({ RemoveSecondFactor }) => ({ default: RemoveSecondFactor })),
)

/** The second factor of the user's own sign-in: its state, set-up, recovery codes and end. */
export function SecondFactorCard({ me }: { me: Pick<Me, 'needsSecondFactor'> }) {
  const text = useText()
  const { data, error, refetch } = useQuery({ ...secondFactorQuery, enabled: useAccessToken() !== null })
  // The dialog stays open when the state changes: it shows the recovery codes once.
  const [dialog, setDialog] = useState<'setUp' | 'renew' | 'remove' | null>(null)
  const close = () => setDialog(null)
  return (
    <Card>
      <h3 className={css.title}>{text('secondFactor.title')}</h3>
      <p className={css.note}>{text(me.needsSecondFactor ? 'secondFactor.needed' : 'secondFactor.why')}</p>
      {!data && !error && <ListSkeleton rows={1} />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} title={text('secondFactor.loadFailed')} />}
      {data && (
        <p className={css.state}>
          <Tag tone={data.isOn ? 'ok' : 'plain'}>{text(data.isOn ? 'secondFactor.on' : 'secondFactor.off')}</Tag>
          {data.isOn && <span>{text('secondFactor.codesLeft', { count: data.recoveryCodesLeft })}</span>}
        </p>
      )}
      {data && (
        <div className={css.actions}>
          {data.isOn ? (
            <>
              <Button variant="default" aria-haspopup="dialog" onClick={() => setDialog('renew')}>
                {text('secondFactor.newCodes')}
              </Button>
              <Button variant="default" aria-haspopup="dialog" onClick={() => setDialog('remove')}>
                {text('secondFactor.turnOff')}
              </Button>
            </>
          ) : (
            <Button aria-haspopup="dialog" onClick={() => setDialog('setUp')}>
              {text('secondFactor.setUp')}
            </Button>
          )}
        </div>
      )}
      <Suspense>
        {dialog === 'setUp' && <SetUpSecondFactor onClose={close} />}
        {dialog === 'renew' && <RenewRecoveryCodes onClose={close} />}
        {dialog === 'remove' && <RemoveSecondFactor onClose={close} />}
      </Suspense>
    </Card>
  )
}
