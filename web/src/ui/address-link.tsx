import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { useText } from '../platform/i18n.ts'
import { useHasInternet } from '../platform/internet.ts'
import css from './address-link.module.css'

interface Props {
  href: string
  className?: string | undefined
  children: ReactNode
}

const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey

/** To a path of this unit that somebody entered: it opens here. */
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

/** Out of this unit, in a tab of its own. Specification, section 8: without internet it is disabled, and says why. */
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
        className={`${className ?? ''} ${css.off}`}
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
