import { IconWifi } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useText } from '../../../platform/i18n.ts'
import { Mark } from '../../../ui/mark.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import css from './entrance.module.css'
import { FireScene } from './fire-scene.tsx'

interface EntranceProps {
  title: string
  /** The SOS key: it belongs to another feature, so the screen brings it. */
  sos: ReactNode
  /** Language and what else a visitor may want. */
  menu: ReactNode
  children: ReactNode
}

/** The frame of login and registration: the fires from hill to hill, and a form. */
export function Entrance({ title, sos, menu, children }: EntranceProps) {
  const text = useText()
  return (
    <main id="content" tabIndex={-1} className={css.entrance} data-bar="none">
      <PageTitle>{title}</PageTitle>
      <div className={css.picture}>
        <FireScene />
        <p className={css.brand}>
          <Mark size={34} />
          <span>
            Noroshi<small>{text('chrome.tagline')}</small>
          </span>
        </p>
      </div>
      <div className={css.keys}>
        <span className={css.menu}>{menu}</span>
        {sos}
      </div>
      <div className={css.form}>
        <h1>{title}</h1>
        {children}
        <p className={css.unit}>
          <IconWifi size={18} stroke={1.75} />
          {text('chrome.worksWithoutInternet')}
        </p>
      </div>
    </main>
  )
}
