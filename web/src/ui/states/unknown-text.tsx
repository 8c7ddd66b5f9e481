import { Skeleton } from '@mantine/core'
import { useText } from '../../platform/language/i18n.ts'

/** Stands for a count that is not known yet, which is never shown as none. */
export function UnknownText() {
  const text = useText()
  return (
    <>
      <Skeleton component="span" display="inline-block" width="4.5em" height="0.8em" aria-hidden="true" />
      <span className="visually-hidden">{text('chrome.loading')}</span>
    </>
  )
}
