import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { useText } from '../../platform/language/i18n.ts'
import { useHasInternet } from '../../platform/connection/internet.ts'
import css from './address-link.module.css'

interface Props {
  href: string
  className?: string | undefined
  children: ReactNode
}

const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey

/** A link to a path of this server that a user entered. It opens in the application. */
export function OwnLink({ href, className, children }: Props) {
  const { history } = useRouter()
  const open = (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    history.push(href)
  }
  return (
    <a href={href} className={className} rel="noopener noreferrer nofollow" onClick={open}>
      {children}
    </a>
  )
}

/**
 * A link to another site. It opens in a new tab. Without internet it is disabled and shows why (specification, section
 * 8).
 */
export function OutsideLink({ href, className, children }: Props) {
  const text = useText()
  const hasInternet = useHasInternet()
  if (!hasInternet) {
    return (
      <span
        role="link"
        aria-disabled="true"
        tabIndex={0}
        title={text('dashboard.offline')}
        className={`${className ?? ''} ${css.disabled}`}
      >
        {children}
      </span>
    )
  }
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" className={className}>
      {children}
      <span className="visually-hidden"> ({text('dashboard.newTab')})</span>
    </a>
  )
}
