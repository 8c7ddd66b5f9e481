import { Button } from '@mantine/core'
import { IconPlayerPlay, IconWifiOff } from '@tabler/icons-react'
import { useState } from 'react'
import { embedOf } from '@noroshi/contract/pages/embeds'
import type { RichEmbed } from '@noroshi/contract/pages/rich-text'
import { useText } from '../../../platform/language/i18n.ts'
import { useHasInternet } from '../../../platform/connection/internet.ts'
import css from './rich-media.module.css'

/** Moves the focus to the frame, which replaces the pressed button. */
const focus = (frame: HTMLIFrameElement | null) => frame?.focus()

/** Embed that names its host and loads nothing from it until the reader presses the button. */
export function RichEmbed({ embed: { attrs } }: { embed: RichEmbed }) {
  const text = useText()
  const hasInternet = useHasInternet()
  const [shown, setShown] = useState<string | null>(null)
  const { src, width, height } = attrs
  const found = embedOf(src)
  if (!found) return null // the schema accepts no other hosts
  const { host, frame } = found
  const size = { width, aspectRatio: `${width} / ${height}` }
  if (shown === src) {
    return (
      <iframe
        ref={focus}
        className={css.frame}
        style={size}
        src={frame}
        title={text('pages.embedOf', { host })}
        sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
        allow="fullscreen; picture-in-picture; encrypted-media"
        // Some hosts require a referrer. It contains only the origin, not the address of the page.
        referrerPolicy="strict-origin"
      />
    )
  }
  return (
    <div className={css.embed} style={size}>
      <p>{text('pages.embedOf', { host })}</p>
      <Button
        variant="default"
        leftSection={
          hasInternet ? (
            <IconPlayerPlay size={20} stroke={2} aria-hidden="true" />
          ) : (
            <IconWifiOff size={20} stroke={2} aria-hidden="true" />
          )
        }
        onClick={() => hasInternet && setShown(src)}
        aria-disabled={!hasInternet}
        {...(!hasInternet && { 'data-disabled': true, title: text('dashboard.offline') })}
      >
        {text('pages.embedShow')}
      </Button>
      <small>{text(hasInternet ? 'pages.embedNote' : 'dashboard.offline', { host })}</small>
    </div>
  )
}
