import { Menu } from '@mantine/core'
import { VERSION } from '@noroshi/contract/version'
import { useText } from '../../../platform/language/i18n.ts'

export function VersionLabel() {
  const text = useText()
  return <Menu.Label>{text('chrome.version', { version: VERSION })}</Menu.Label>
}
