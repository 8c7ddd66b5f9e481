import { ActionIcon } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useCanGoBack, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useText } from '../platform/i18n.ts'
import { useChrome } from './chrome.ts'
import { Mark } from './mark.tsx'
import { PageTitle } from './page-title.tsx'
import css from './screen.module.css'

interface ScreenProps {
  /** Of the page, and of the top bar unless `brand` stands there. */
  title: string
  /** The mark and the product's name in place of the title; the screen brings its own h1. */
  hasBrand?: boolean | undefined
  /** Where 'back' leads when this page was opened directly. */
  backTo?: string | undefined
  /** Keys of this screen, left of those that every screen has. */
  actions?: ReactNode
  /** false: no bottom bar (a conversation needs the height); the SOS key moves to the top bar. */
  hasBar?: boolean
  /** As high as the window, scrolling inside: maps, panes, conversations. */
  isFixed?: boolean
  children: ReactNode
}

/** The frame of every screen: top bar, strip of what waits, content. */
export function Screen({ title, hasBrand, backTo, actions, hasBar = true, isFixed = false, children }: ScreenProps) {
  const chrome = useChrome()
  return (
    <div className={css.screen} data-bar={hasBar ? 'on' : 'off'} data-fixed={isFixed || undefined}>
      <PageTitle>{title}</PageTitle>
      <header className={css.topbar}>
        {chrome.search === null ? (
          <Bar title={title} hasBrand={hasBrand} backTo={backTo} actions={actions} />
        ) : (
          <>
            {!hasBrand && <h1 className="visually-hidden">{title}</h1>}
            {chrome.search}
          </>
        )}
        {!hasBar && <span className={css.smallSos}>{chrome.smallSos}</span>}
      </header>
      {chrome.strip}
      <main id="content" tabIndex={-1} className={css.main}>
        {children}
      </main>
    </div>
  )
}

function Bar({ title, hasBrand, backTo, actions }: Pick<ScreenProps, 'title' | 'hasBrand' | 'backTo' | 'actions'>) {
  const chrome = useChrome()
  return (
    <>
      {backTo !== undefined && <BackKey to={backTo} />}
      {hasBrand ? (
        <span className={css.brand}>
          <Mark />
          <span>Noroshi</span>
        </span>
      ) : (
        <h1 className={css.title}>{title}</h1>
      )}
      <div className={css.actions}>
        {actions}
        {chrome.actions}
      </div>
    </>
  )
}

function BackKey({ to }: { to: string }) {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const words = useText()
  const back = () => (canGoBack ? router.history.back() : router.history.push(to))
  return (
    <ActionIcon className={css.back} aria-label={words('chrome.back')} onClick={back}>
      <IconArrowLeft size={24} stroke={1.75} />
    </ActionIcon>
  )
}
