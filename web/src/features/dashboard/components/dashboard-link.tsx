import type { ReactNode } from 'react'
import type { DashboardLink as Link } from '@noroshi/contract/dashboard/dashboard.http'
import { OutsideLink, OwnLink } from '../../../ui/address-link.tsx'

interface Props {
  link: Link
  className?: string | undefined
  children: ReactNode
}

/** Pages of the app open here; others in a tab of their own, as long as there is internet. */
export function DashboardLink({ link, className, children }: Props) {
  const Kind = link.isExternal ? OutsideLink : OwnLink
  return (
    <Kind href={link.linkUrl} className={className}>
      {children}
    </Kind>
  )
}
