import { Menu } from '@mantine/core'
import { IconFileText, IconNews } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useText } from '../../../platform/language/i18n.ts'
import { paths } from '../../../platform/paths/paths.ts'
import { useChrome } from '../../../ui/theme/chrome.ts'
import { useWide } from '../../../ui/layout/use-wide.ts'

/** Feeds and pages in the menu of the top bar. A wide screen has them in the rail instead. */
export function BrowseItems() {
  const text = useText()
  const isWide = useWide()
  const hasNavigation = useChrome().smallSos !== null
  if (isWide && hasNavigation) return null
  return (
    <>
      <Menu.Item component={Link} to={paths.feeds} leftSection={<IconNews size={22} stroke={1.75} />}>
        {text('feeds.title')}
      </Menu.Item>
      <Menu.Item component={Link} to={paths.pages} leftSection={<IconFileText size={22} stroke={1.75} />}>
        {text('pages.title')}
      </Menu.Item>
    </>
  )
}
