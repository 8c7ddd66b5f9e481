import { Button } from '@mantine/core'
import {
  IconPlayerPauseFilled,
  IconPlayerPlayFilled,
  IconPlayerSkipBackFilled,
  IconPlayerSkipForwardFilled,
} from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { RecordEntry } from '@noroshi/contract/record/record-kinds'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { ChoiceField } from '../../../shared/admin/choice-field.tsx'
import { LocationMap } from '../../../shared/location/location-map.tsx'
import { hueOf, initialOf } from '../../../shared/people/avatar-person.ts'
import type { MapMarker } from '../../../ui/map/map-types.ts'
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/states/states.tsx'
import { recordQuery } from '../record.queries.ts'
import { exactTime, shortAlertName, shownEntry } from '../record-texts.ts'
import { entryIndexAt, marksOf, REPLAY_SPEEDS, type Replay, replayOf, type ReplayState, stateAfter } from '../replay.ts'
import css from './replay-player.module.css'
import { useReplay } from './use-replay.ts'

/** Max marks of entries on the slider. */
const MARKS = 200

/** Plays the record of an alert on the map: only what the record has, and the reader may read. */
export function ReplayPlayer({ alertId }: { alertId: string }) {
  const text = useText()
  const { data, error, refetch, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery(recordQuery(alertId))
  useEffect(() => {
    if (hasNextPage && !isFetching && !error) void fetchNextPage()
  }, [hasNextPage, isFetching, error, fetchNextPage])
  const [loaded, setLoaded] = useState<readonly RecordEntry[] | null>(null)
  // A refetch while it plays does not move the slider.
  if (loaded === null && data && !hasNextPage) setLoaded(data.pages.flatMap(({ items }) => items))
  if (loaded === null) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <ListSkeleton />
  if (loaded.length === 0) return <EmptyState title={text('record.empty')} />
  return <Player record={loaded} />
}

function Player({ record }: { record: readonly RecordEntry[] }) {
  const text = useText()
  const language = useLanguage()
  const replay = useMemo(() => replayOf(record), [record])
  const { time, isPlaying, speed, setSpeed, seek, toggle } = useReplay(replay)
  const index = entryIndexAt(replay, time)
  const state = useMemo(() => stateAfter(replay, index), [replay, index])
  const shownTime = exactTime(new Date(time).toISOString(), language)
  const Icon = isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled
  return (
    <section className={css.replay} aria-label={text('record.replay')}>
      <ReplayMap replay={replay} state={state} />
      <CurrentEntry entry={replay.entries[index]} isPlaying={isPlaying} />
      <TimeSlider replay={replay} time={time} label={shownTime} onSeek={seek} />
      <div className={css.controls}>
        <Button variant="default" aria-label={text('record.replay.previous')} onClick={() => seek(entryTime(replay, index - 1))}>
          <IconPlayerSkipBackFilled size={20} aria-hidden="true" />
        </Button>
        <Button leftSection={<Icon size={20} aria-hidden="true" />} onClick={toggle}>
          {text(isPlaying ? 'record.replay.pause' : 'record.replay.play')}
        </Button>
        <Button variant="default" aria-label={text('record.replay.next')} onClick={() => seek(entryTime(replay, index + 1))}>
          <IconPlayerSkipForwardFilled size={20} aria-hidden="true" />
        </Button>
        <ChoiceField
          aria-label={text('record.replay.speed')}
          value={String(speed)}
          onChange={({ currentTarget: { value } }) => setSpeed(REPLAY_SPEEDS.find((each) => String(each) === value) ?? speed)}
          data={REPLAY_SPEEDS.map((value) => ({ value: String(value), label: `${value}×` }))}
        />
      </div>
    </section>
  )
}

/** Returns the time of an entry, or that of the nearest end. */
const entryTime = ({ times, start, end }: Replay, index: number): number => (index < 0 ? start : (times[index] ?? end))

interface SliderProps {
  replay: Replay
  time: number
  label: string
  onSeek: (time: number) => void
}

/** The time of the incident with a mark for each entry. */
function TimeSlider({ replay, time, label, onSeek }: SliderProps) {
  const text = useText()
  const marks = useMemo(() => marksOf(replay, MARKS), [replay])
  const { start, end } = replay
  return (
    <div className={css.time}>
      <time dateTime={new Date(time).toISOString()}>{label}</time>
      <input
        type="range"
        min={0}
        max={Math.max(1, end - start)}
        step="any"
        value={time - start}
        aria-label={text('record.replay.time')}
        aria-valuetext={label}
        onKeyDown={(event) => {
          // An arrow key moves by a hundredth, which a browser does not do without a step.
          const direction = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key]
          if (direction === undefined) return
          event.preventDefault()
          onSeek(time + (direction * (end - start)) / 100)
        }}
        onChange={({ currentTarget: { value } }) => onSeek(start + Number(value))}
      />
      <span className={css.marks} aria-hidden="true">
        {marks.map((mark) => (
          <i key={mark} style={{ insetInlineStart: `${mark * 100}%` }} />
        ))}
      </span>
    </div>
  )
}

function CurrentEntry({ entry, isPlaying }: { entry: RecordEntry | undefined; isPlaying: boolean }) {
  const text = useText()
  const language = useLanguage()
  if (!entry) return <p className={css.entry} />
  const { person, words, facts } = shownEntry(entry, text, language, shortAlertName(text))
  return (
    // A screen reader would otherwise read each entry of a playing record.
    <p className={css.entry} aria-live={isPlaying ? 'off' : 'polite'}>
      <b>{text(`record.${entry.kind}`)}</b>
      {[person, ...words, ...facts]
        .filter((part) => part !== '')
        .map((part, index) => (
          <span key={index} dir="auto">
            {part}
          </span>
        ))}
    </p>
  )
}

function ReplayMap({ replay, state: { alert, isResolved, people } }: { replay: Replay; state: ReplayState }) {
  const text = useText()
  const markers = useMemo<MapMarker[]>(
    () => [
      ...(alert
        ? [
            {
              kind: isResolved ? ('resolvedAlert' as const) : ('alert' as const),
              id: 'alert',
              label: text('record.replay.alert'),
              isSubject: true,
              ...alert,
            },
          ]
        : []),
      ...people.map(({ person, location, isResponding }) => ({
        kind: 'person' as const,
        id: person.id,
        label: nameOf(person),
        initial: initialOf(person),
        hue: hueOf(person.id),
        isResponding,
        ...location,
      })),
    ],
    [alert, isResolved, people, text],
  )
  const { locations } = replay
  if (locations.length === 0) return <p className={css.empty}>{text('record.replay.noLocations')}</p>
  return (
    <div className={css.map}>
      <LocationMap
        name={text('record.replay.map')}
        markers={markers}
        center={locations[0]}
        {...(locations.length > 1 && { fitTo: locations })}
        compact
      />
    </div>
  )
}
