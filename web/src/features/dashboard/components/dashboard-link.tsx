import type { ReactNode } from 'react'
import type { DashboardLink as Link } from '@noroshi/contract/dashboard/dashboard.http'
import { OutsideLink, OwnLink } from '../../../ui/layout/address-link.tsx'

interface Props {
  link: Link
  className?: string | undefined
  children: ReactNode
}

/** A link of the dashboard. Pages of the app open in this tab; others open in a new tab and need internet. */
export function DashboardLink({ link, className, children }: Props) {
  const LinkComponent = link.isExternal ? OutsideLink : OwnLink
  return (
    <LinkComponent href={link.linkUrl} className={className}>
      {children}
    </LinkComponent>
  )
}
