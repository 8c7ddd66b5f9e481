import { Link } from '@tanstack/react-router'
import { useText } from '../platform/i18n.ts'
import { paths } from '../platform/paths.ts'
import css from './ready-link.module.css'

/** The link to the device check, wherever a capability of the device is missing. */
export function ReadyLink() {
  const text = useText()
  return (
    <Link className={css.link} to={paths.ready}>
      {text('ready.open')}
    </Link>
  )
}
