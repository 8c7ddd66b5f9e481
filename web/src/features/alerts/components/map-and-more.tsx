import { Tabs } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconMapPinOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { Unit } from '@noroshi/contract/accounts/accounts.http'
import type { AlertForViewer } from '@noroshi/contract/alerts/alerts.http'
import { useText } from '../../../platform/i18n.ts'
import { Card } from '../../../ui/card.tsx'
import type { MapMarker } from '../../../ui/map/map-types.ts'
import { MediaCarousel } from '../../../ui/media-carousel.tsx'
import { alertPeopleQuery } from '../alerts.queries.ts'
import { alertMarker, placeOf } from '../names.ts'
import { useReader } from '../../../platform/reader.ts'
import { AlertsMap } from './alerts-map.tsx'
import css from './map-and-more.module.css'

const tabs = ['location', 'images', 'videos', 'audio'] as const
type Tab = (typeof tabs)[number]
const prefix = { images: 'image/', videos: 'video/', audio: 'audio/' } as const

interface Props {
  alert: AlertForViewer
  unit: Unit | undefined
  /** A pane of its own beside the page: the map takes its height, pictures stand below it. */
  isPane?: boolean
}

/** Where it is, and what was photographed, filmed and said. */
export function MapAndMore({ alert, unit, isPane = false }: Props) {
  const text = useText()
  const [isOpen, setOpen] = useState(true)
  const [tab, setTab] = useState<Tab>('location')
  const mediaOf = (kind: keyof typeof prefix) => alert.alertMedias.filter(({ type }) => type.startsWith(prefix[kind]))
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
                <PlaceMap alert={alert} unit={unit} />
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

function PlaceMap({ alert, unit }: { alert: AlertForViewer; unit: Unit | undefined }) {
  const text = useText()
  const reader = useReader()
  const { history } = useRouter()
  const { data: people } = useQuery({ ...alertPeopleQuery(alert.id), enabled: reader !== null })
  const { latitude, longitude } = alert
  const center = useMemo(() => placeOf({ latitude, longitude }), [latitude, longitude])
  const markers = useMemo(() => [alertMarker(alert, text)].filter((marker) => marker !== null), [alert, text])
  if (!center && (people?.items.length ?? 0) === 0) {
    return (
      <p className={css.nothing}>
        <IconMapPinOff size={28} stroke={1.75} aria-hidden="true" />
        {text('alerts.none.location')}
      </p>
    )
  }
  const select = ({ href }: MapMarker) => {
    if (href !== undefined) history.push(href)
  }
  return (
    <AlertsMap
      name={text('alerts.map.alert')}
      unit={unit}
      alerts={markers}
      people={people?.items}
      center={center}
      compact
      onSelect={select}
    />
  )
}
