import { useText } from '../platform/i18n.ts'
import { useConnection } from '../platform/socket.ts'
import css from './connection-mark.module.css'

const words = { online: 'chrome.online', offline: 'chrome.offline', connecting: 'chrome.connecting' } as const

/** The connection to the unit, which works without any internet. */
export function ConnectionMark() {
  const text = useText()
  const connection = useConnection()
  return (
    <output className={css.mark} data-connection={connection}>
      {text(words[connection])}
    </output>
  )
}
