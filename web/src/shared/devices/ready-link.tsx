import { Link } from '@tanstack/react-router'
import { useText } from '../../platform/language/i18n.ts'
import { paths } from '../../platform/paths/paths.ts'
import css from './ready-link.module.css'

interface Props {
  /** Opens the device check in a new tab, where leaving the page would end a call. */
  isNewTab?: boolean
}

/** The link to the device check, wherever a capability of the device is missing. */
export function ReadyLink({ isNewTab = false }: Props) {
  const text = useText()
  return (
    <Link className={css.link} to={paths.ready} {...(isNewTab && { target: '_blank' })}>
      {text('ready.open')}
    </Link>
  )
}
