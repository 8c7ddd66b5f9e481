import { IconWifi } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useText } from '../../../platform/language/i18n.ts'
import { useUnitName } from '../../../platform/session/unit.ts'
import { Logo } from '../../../ui/theme/logo.tsx'
import { PageTitle } from '../../../ui/layout/page-title.tsx'
import { PANE_ID } from '../../../ui/layout/pane.ts'
import css from './auth-layout.module.css'
import { FireScene } from './fire-scene.tsx'

interface Props {
  title: string
  /** The SOS button. The screen passes it, because it belongs to another feature. */
  sos: ReactNode
  /** The menu for visitors, such as the language. */
  menu: ReactNode
  children: ReactNode
}

/** The layout of login and registration: a picture, and a form that scrolls below or beside it. */
export function AuthLayout({ title, sos, menu, children }: Props) {
  const text = useText()
  const unitName = useUnitName()
  return (
    <main id="content" tabIndex={-1} className={css.layout} data-bar="none">
      <PageTitle>{title}</PageTitle>
      <header className={css.picture}>
        <FireScene />
        <p className={css.brand}>
          <Logo size={34} />
          <span>
            <span data-unit-name>{unitName ?? 'Noroshi'}</span>
            <small>{text('chrome.tagline')}</small>
          </span>
        </p>
      </header>
      <div className={css.buttons}>
        <span className={css.menu}>{menu}</span>
        {sos}
      </div>
      <div className={css.sheet} data-scroll-restoration-id={PANE_ID}>
        <div className={css.form}>
          <h1>{title}</h1>
          {children}
          <p className={css.unit}>
            <IconWifi size={18} stroke={1.75} />
            {text('chrome.worksWithoutInternet')}
          </p>
        </div>
      </div>
    </main>
  )
}
