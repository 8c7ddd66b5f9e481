import { useText } from '../../platform/language/i18n.ts'
import { useConnection } from '../../platform/connection/socket.ts'
import css from './connection-status.module.css'

const labels = { online: 'chrome.online', offline: 'chrome.offline', connecting: 'chrome.connecting' } as const

/** Shows the state of the connection to the server, which works without internet. */
export function ConnectionStatus() {
  const text = useText()
  const connection = useConnection()
  return (
    <output className={css.status} data-connection={connection}>
      <span>{text(labels[connection])}</span>
    </output>
  )
}
