import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { placeOfHash } from '@noroshi/contract/reception/self-service.http'
import css from '../../features/reception/components/reception.module.css'
import { EndedCode, SelfService } from '../../features/reception/self-service/self-service-people.tsx'
import { useText } from '../../platform/language/i18n.ts'
import { paths } from '../../platform/paths/paths.ts'
import { rememberForSignIn } from '../../platform/session/after-sign-in.ts'
import { useAccessToken } from '../../platform/session/session.ts'
import { Screen } from '../../ui/layout/screen.tsx'
import { EmptyState } from '../../ui/states/states.tsx'
import { useHash } from '../roll-calls/use-hash.ts'

/** The page of the QR code at the entrance of a shelter. */
export function SelfServiceScreen() {
  const text = useText()
  const hash = useHash()
  const isSignedIn = useAccessToken() !== null
  const place = placeOfHash(hash)
  const isCode = place !== null
  useEffect(() => rememberForSignIn(isCode && !isSignedIn ? `${paths.selfService}#${hash}` : null), [isCode, isSignedIn, hash])
  return (
    <Screen title={text('selfService.title')}>
      <div className={css.column}>
        {!isSignedIn ? (
          <EmptyState
            title={text('selfService.signInTitle')}
            note={text('selfService.signInNote')}
            action={
              <Button component={Link} to={paths.login}>
                {text('accounts.login')}
              </Button>
            }
          />
        ) : place === null ? (
          <EndedCode />
        ) : (
          <SelfService key={hash} place={place} />
        )}
      </div>
    </Screen>
  )
}
