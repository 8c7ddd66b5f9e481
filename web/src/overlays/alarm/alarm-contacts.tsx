import { IconMessageCircle, IconPhone, IconUserCircle } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { type ComponentProps, lazy, type ReactNode, Suspense } from 'react'
import type { Person } from '@noroshi/contract/accounts/accounts.http'
import { useText } from '../../platform/language/i18n.ts'
import { profileHref } from '../../platform/paths/paths.ts'
import { nameOf } from '../../platform/language/person-name.ts'
import { Boundary } from '../../ui/states/boundary.tsx'
import css from './alarm-contacts.module.css'

// The alarm does not wait for the code of commands.
const ContactRaiser = lazy(() => import('./contact-raiser.tsx').then(({ ContactRaiser }) => ({ default: ContactRaiser })))

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
  const shared = { userId: raiser.id, isGuarded, onStarted: onContact }
  const showProfile = () => {
    onContact()
    history.push(profileHref(raiser.id))
  }
  return (
    <div className={css.contacts} role="group" aria-label={text('alerts.alarm.contact', { name: nameOf(raiser) })}>
      <Contact {...shared} command="call.start" failure="alerts.alarm.callFailed">
        <IconPhone size={24} stroke={1.75} aria-hidden="true" />
        {text('alerts.alarm.call')}
      </Contact>
      <Contact {...shared} command="chat.open" failure="alerts.alarm.messageFailed">
        <IconMessageCircle size={24} stroke={1.75} aria-hidden="true" />
        {text('alerts.alarm.message')}
      </Contact>
      <button type="button" aria-disabled={isGuarded || undefined} onClick={() => isGuarded || showProfile()}>
        <IconUserCircle size={24} stroke={1.75} aria-hidden="true" />
        {text('alerts.alarm.profile')}
      </button>
    </div>
  )
}

function Contact({ children, ...contact }: ComponentProps<typeof ContactRaiser>) {
  return (
    <Boundary>
      <Suspense fallback={<DisabledButton>{children}</DisabledButton>}>
        <ContactRaiser {...contact}>{children}</ContactRaiser>
      </Suspense>
    </Boundary>
  )
}

/** Keeps the layout while the code loads. */
const DisabledButton = ({ children }: { children: ReactNode }) => (
  <button type="button" aria-disabled>
    {children}
  </button>
)
