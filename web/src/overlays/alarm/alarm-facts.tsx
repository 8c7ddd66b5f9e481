import { IconPaperclip } from '@tabler/icons-react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { originText } from '../../features/alerts/alert-origin.ts'
import { raiserName } from '../../features/alerts/alert-texts.ts'
import { useNow } from '../../platform/use-now.ts'
import { useLanguage, useText } from '../../platform/language/i18n.ts'
import { age, dateTime } from '../../platform/language/time.ts'
import { Boundary } from '../../ui/states/boundary.tsx'
import { Tag } from '../../ui/layout/tag.tsx'
import css from './alarm-facts.module.css'

/** The raiser, the time, the text and the first picture of an alert. */
export function AlarmFacts({ alert, onMedia }: { alert: AlertForViewer; onMedia: () => void }) {
  const text = useText()
  const language = useLanguage()
  const now = useNow()
  const { counts, createdAt, textContent, alertMedias } = alert
  const responding = counts.responding
  const origin = originText(alert, text, language)
  const facts = useRef<HTMLDivElement>(null)
  const [isCut, setCut] = useState(false)
  useLayoutEffect(() => {
    const { current } = facts
    if (current) setCut(current.scrollHeight > current.clientHeight + 1)
  }, [alert, now])
  return (
    // The keyboard scrolls what does not fit.
    <div className={css.facts} id="alarm-facts" ref={facts} tabIndex={isCut ? 0 : undefined}>
      <p className={css.raiser} translate={alert.raisedBy === null ? undefined : 'no'}>
        {raiserName(alert, text)}
      </p>
      <p className={css.when}>
        <time dateTime={createdAt}>{dateTime(createdAt, language)}</time>
        <span>{age(createdAt, now, language)}</span>
        {origin !== null && <span translate="no">{origin}</span>}
        {responding > 0 && <span>{text('alerts.alarm.responders', { count: responding })}</span>}
      </p>
      {alert.isMuted && (
        <p className={css.when}>
          <Tag tone="warn">{text('alerts.muted')}</Tag>
        </p>
      )}
      <div className={css.text}>
        <p data-empty={textContent === '' || undefined}>{textContent || text('alerts.alarm.noText')}</p>
        {alertMedias.length > 0 && (
          <Boundary>
            <MediaButton medias={alertMedias} onOpen={onMedia} />
          </Boundary>
        )}
      </div>
    </div>
  )
}

function MediaButton({ medias, onOpen }: { medias: AlertForViewer['alertMedias']; onOpen: () => void }) {
  const text = useText()
  const pictures = medias.filter(({ type }) => type.startsWith('image/'))
  const [picture] = pictures
  const more = medias.length - pictures.length
  const name = () => {
    if (!picture) return text('alerts.alarm.media', { count: more })
    return more === 0
      ? text('alerts.alarm.photo', { count: pictures.length })
      : text('alerts.alarm.photoAndMore', { photos: pictures.length, count: more })
  }
  return (
    <button type="button" className={css.photo} aria-label={name()} onClick={onOpen}>
      {picture ? (
        <img src={picture.previewUrl ?? picture.mediaUrl} alt="" />
      ) : (
        <IconPaperclip size={32} stroke={1.75} aria-hidden="true" />
      )}
      <b>
        {picture && `1/${pictures.length}`}
        {picture && more > 0 && <IconPaperclip size={16} stroke={2} aria-hidden="true" />}
        {more > 0 && more}
      </b>
    </button>
  )
}
