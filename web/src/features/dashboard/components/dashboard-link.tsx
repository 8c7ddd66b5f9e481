import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import type { DashboardLink as Link } from '@noroshi/contract/dashboard/dashboard.http'
import { useText } from '../../../platform/i18n.ts'
import { useHasInternet } from '../use-internet.ts'
import css from './dashboard-sections.module.css'

interface Props {
  link: Link
  className?: string | undefined
  children: ReactNode
}

/** Pages of the app open here; others in a tab of their own, as long as there is internet. */
export function DashboardLink({ link, className, children }: Props) {
  return link.isExternal ? (
    <External link={link} className={className}>
      {children}
    </External>
  ) : (
    <Internal link={link} className={className}>
      {children}
    </Internal>
  )
}

const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey

function Internal({ link, className, children }: Props) {
  const { history } = useRouter()
  const open = (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    history.push(link.linkUrl)
  }
  return (
    <a href={link.linkUrl} className={className} onClick={open}>
      {children}
    </a>
  )
}

/** Specification, section 8: without internet they are disabled, and say why. */
function External({ link, className, children }: Props) {
  const text = useText()
  const hasInternet = useHasInternet()
  if (!hasInternet) {
    return (
      <span
        role="link"
        aria-disabled="true"
        tabIndex={0}
        title={text('dashboard.offline')}
        className={`${className ?? ''} ${css.off}`}
      >
        {children}
      </span>
    )
  }
  return (
    <a href={link.linkUrl} target="_blank" rel="noopener noreferrer" className={className}>
      {children}
      <span className="visually-hidden">({text('dashboard.newTab')})</span>
    </a>
  )
}
