import { Tabs } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useState } from 'react'
import type { Unit } from '@noroshi/contract/accounts/accounts.http'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { useText } from '../../../platform/language/i18n.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { MediaCarousel } from '../../../shared/media/media-carousel.tsx'
import { AlertMap } from './alert-map.tsx'
import css from './map-and-more.module.css'

const tabs = ['location', 'images', 'videos', 'audio'] as const
type Tab = (typeof tabs)[number]
const prefix = { images: 'image/', videos: 'video/', audio: 'audio/' } as const

/**
 * Returns the tab of a file. A file that is not shown, such as a picture too large to decode, is a download among the
 * images.
 */
const kindOf = (type: string): keyof typeof prefix =>
  type.startsWith(prefix.videos) ? 'videos' : type.startsWith(prefix.audio) ? 'audio' : 'images'

interface Props {
  alert: AlertForViewer
  unit: Unit | undefined
  /** A separate pane beside the page: the map fills its height, with the pictures below. */
  isPane?: boolean
}

/** The location, pictures, videos and recordings of an alert. */
export function MapAndMore({ alert, unit, isPane = false }: Props) {
  const text = useText()
  const [isOpen, setOpen] = useState(true)
  const [tab, setTab] = useState<Tab>('location')
  const mediaOf = (kind: keyof typeof prefix) =>
    alert.alertMedias
      .filter(({ type }) => kindOf(type) === kind)
      .map((media) => ({ ...media, isOwn: alert.viewer.ownVoiceNotes?.includes(media.id) ?? false }))
  const Chevron = isOpen ? IconChevronUp : IconChevronDown
  const images = mediaOf('images')
  return (
    <Card className={isPane ? `${css.card} ${css.pane}` : css.card}>
      <h2 className={css.head}>
        <button type="button" aria-expanded={isOpen} aria-controls="map-and-more" onClick={() => setOpen(!isOpen)}>
          {text('alerts.mapAndMore')}
          <Chevron size={22} stroke={1.75} aria-hidden="true" />
        </button>
      </h2>
      <div id="map-and-more" className={css.body} hidden={!isOpen}>
        <Tabs
          value={tab}
          onChange={(next) => setTab(tabs.find((each) => each === next) ?? 'location')}
          className={css.tabs}
          keepMounted={false}
        >
          <Tabs.List grow>
            {tabs.map((each) => {
              const count = each === 'location' ? 0 : mediaOf(each).length
              return (
                <Tabs.Tab key={each} value={each}>
                  {text(`alerts.tab.${each}`)}
                  {count > 0 && <span className={css.count}>{count}</span>}
                </Tabs.Tab>
              )
            })}
          </Tabs.List>
          {tabs.map((each) => (
            <Tabs.Panel key={each} value={each} className={css.area}>
              {each === 'location' ? (
                <AlertMap alert={alert} unit={unit} />
              ) : (
                <MediaCarousel label={text('alerts.mapAndMore')} medias={mediaOf(each)} empty={text(`alerts.none.${each}`)} />
              )}
            </Tabs.Panel>
          ))}
        </Tabs>
        {isPane && tab === 'location' && images.length > 0 && (
          <div className={css.below}>
            <MediaCarousel label={text('alerts.mapAndMore')} medias={images} empty={text('alerts.none.images')} />
          </div>
        )}
      </div>
    </Card>
  )
}
