import { ActionIcon } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useCanGoBack, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useText } from '../../platform/language/i18n.ts'
import { useChrome } from '../theme/chrome.ts'
import { HomeButton } from './home-button.tsx'
import { Logo } from '../theme/logo.tsx'
import { PageTitle } from './page-title.tsx'
import { measurePane, PANE_ID } from './pane.ts'
import css from './screen.module.css'

interface ScreenProps {
  /** Title of the page, and of the top bar unless it shows the brand. */
  title: string
  /** Shows the logo and the product's name instead of the title; the screen has its own h1. */
  hasBrand?: boolean | undefined
  /** false: the top bar has no title; the screen has its own h1. */
  hasTitle?: boolean | undefined
  /** Target of Back if this page was opened directly. Without it, screens other than home have a Home button. */
  backTo?: string | undefined
  /** Buttons of this screen, left of the shared ones. */
  actions?: ReactNode
  /** false: no bottom bar, because a chat needs the height; the emergency button is in the top bar. */
  hasBar?: boolean
  /** The content is as high as the pane and scrolls in its own panes: maps, lists side by side, chats. */
  isFixed?: boolean
  children: ReactNode
}

/** The layout of each screen: top bar, banner, content. */
export function Screen({
  title,
  hasBrand,
  hasTitle = true,
  backTo,
  actions,
  hasBar = true,
  isFixed = false,
  children,
}: ScreenProps) {
  const chrome = useChrome()
  return (
    <div className={css.screen} data-bar={hasBar ? 'on' : 'off'}>
      <PageTitle>{title}</PageTitle>
      <header className={css.topbar}>
        {chrome.search === null ? (
          <Bar title={title} hasBrand={hasBrand} hasTitle={hasTitle} backTo={backTo} actions={actions} />
        ) : (
          <>
            {!hasBrand && hasTitle && <h1 className="visually-hidden">{title}</h1>}
            {chrome.search}
          </>
        )}
        {!hasBar && <span className={css.smallSos}>{chrome.smallSos}</span>}
      </header>
      {chrome.banner}
      <main
        id="content"
        tabIndex={-1}
        className={css.main}
        data-fixed={isFixed || undefined}
        data-scroll-restoration-id={PANE_ID}
        ref={measurePane}
      >
        <div className={css.content} data-fixed={isFixed || undefined}>
          {children}
        </div>
      </main>
    </div>
  )
}

type BarProps = Pick<ScreenProps, 'title' | 'hasBrand' | 'hasTitle' | 'backTo' | 'actions'>

function Bar({ title, hasBrand, hasTitle, backTo, actions }: BarProps) {
  const chrome = useChrome()
  return (
    <>
      {backTo !== undefined && <BackButton to={backTo} />}
      {backTo === undefined && !hasBrand && <HomeButton className={css.back} />}
      {hasBrand ? (
        <span className={css.brand}>
          <Logo />
          <span>Noroshi</span>
        </span>
      ) : (
        hasTitle && <Title title={title} />
      )}
      <div className={css.actions}>
        {actions}
        {chrome.actions}
      </div>
    </>
  )
}

/** A screen that loads may not know its title yet. A heading is never empty. */
const Title = ({ title }: { title: string }) =>
  title === '' ? <span className={css.title} /> : <h1 className={`one-line ${css.title}`}>{title}</h1>

function BackButton({ to }: { to: string }) {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const text = useText()
  const back = () => (canGoBack ? router.history.back() : router.history.push(to))
  return (
    <ActionIcon className={css.back} aria-label={text('chrome.back')} onClick={back}>
      <IconArrowLeft size={24} stroke={1.75} />
    </ActionIcon>
  )
}
