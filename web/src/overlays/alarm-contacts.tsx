import { IconMessageCircle, IconUserCircle } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import { useText } from '../platform/i18n.ts'
import { profileHref } from '../platform/paths.ts'
import { nameOf } from '../platform/person-name.ts'
import { Boundary } from '../ui/boundary.tsx'
import css from './emergency-dialog.module.css'

// The alarm does not wait for the messaging code.
const MessageRaiser = lazy(() => import('./message-raiser.tsx').then(({ MessageRaiser }) => ({ default: MessageRaiser })))

interface Props {
  raiser: Person
  /** The buttons ignore clicks. */
  isGuarded: boolean
  onContact: () => void
}

/** Buttons that contact the raiser of a named alert. */
export function AlarmContacts({ raiser, isGuarded, onContact }: Props) {
  const text = useText()
  const { history } = useRouter()
  const message = (
    <>
      <IconMessageCircle size={24} stroke={1.75} aria-hidden="true" />
      {text('alerts.alarm.message')}
    </>
  )
  const showProfile = () => {
    onContact()
    history.push(profileHref(raiser.id))
  }
  return (
    <div className={css.contacts} role="group" aria-label={text('alerts.alarm.contact', { name: nameOf(raiser) })}>
      <Boundary>
        <Suspense fallback={<DisabledButton>{message}</DisabledButton>}>
          <MessageRaiser userId={raiser.id} isGuarded={isGuarded} onStarted={onContact}>
            {message}
          </MessageRaiser>
        </Suspense>
      </Boundary>
      <button type="button" aria-disabled={isGuarded || undefined} onClick={() => isGuarded || showProfile()}>
        <IconUserCircle size={24} stroke={1.75} aria-hidden="true" />
        {text('alerts.alarm.profile')}
      </button>
    </div>
  )
}

/** Keeps the layout while the messaging code loads. */
const DisabledButton = ({ children }: { children: ReactNode }) => (
  <button type="button" aria-disabled>
    {children}
  </button>
)
