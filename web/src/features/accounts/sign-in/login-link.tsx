import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useText } from '../../../platform/language/i18n.ts'
import { paths } from '../../../platform/paths/paths.ts'
import { useAccessToken } from '../../../platform/session/session.ts'
import css from './auth-form.module.css'

/** The link to the login below a form that has no top bar, for signed-out users (specification, section 2). */
export function LoginLink() {
  const text = useText()
  if (useAccessToken() !== null) return null
  return (
    <nav className={css.links}>
      <Anchor component={Link} to={paths.login}>
        {text('accounts.login')}
      </Anchor>
    </nav>
  )
}
