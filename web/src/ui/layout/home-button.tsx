import { ActionIcon } from '@mantine/core'
import { IconHome } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useText } from '../../platform/language/i18n.ts'
import { paths } from '../../platform/paths/paths.ts'

interface HomeButtonProps {
  className?: string | undefined
}

/** Leads to the home screen, at the left end of a top bar without a Back button. */
export function HomeButton({ className }: HomeButtonProps) {
  const text = useText()
  return (
    <ActionIcon component={Link} to={paths.home} className={className} aria-label={text('chrome.goHome')}>
      <IconHome size={24} stroke={1.75} aria-hidden="true" />
    </ActionIcon>
  )
}
