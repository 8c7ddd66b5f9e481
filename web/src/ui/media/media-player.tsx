import { Button } from '@mantine/core'
import { IconDownload, IconMovieOff, IconRefresh, IconVolumeOff } from '@tabler/icons-react'
import { type ReactNode, type SyntheticEvent, useState } from 'react'
import { useText } from '../../platform/language/i18n.ts'
import css from './media-player.module.css'

/** `unsupported`: this browser cannot decode the file. `notLoaded`: the file did not arrive. */
export type PlaybackProblem = 'unsupported' | 'notLoaded'

/** Seconds of the first picture: phones draw none without a start time in the address. */
const POSTER_AT = '#t=0.001'

/** Asks the server for the file: browsers report a missing file and an unknown format alike, but not a lost connection. */
async function problemOf(src: string, code: number | undefined): Promise<PlaybackProblem> {
  if (code === MediaError.MEDIA_ERR_NETWORK) return 'notLoaded'
  if (src.startsWith('blob:')) return 'unsupported'
  try {
    return (await fetch(src, { method: 'HEAD' })).ok ? 'unsupported' : 'notLoaded'
  } catch {
    return 'notLoaded'
  }
}

/** Watches a media element of this file. */
export function usePlaybackProblem(src: string) {
  const [problem, setProblem] = useState<PlaybackProblem | null>(null)
  return {
    problem,
    retry: () => setProblem(null),
    onError: ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) =>
      void problemOf(src, currentTarget.error?.code).then(setProblem),
    /** Some browsers play the sound of a video whose pictures they cannot decode, on a black ground. */
    onLoadedMetadata: ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) => {
      if (currentTarget instanceof HTMLVideoElement && currentTarget.videoWidth === 0) setProblem('unsupported')
    },
  }
}

interface NoticeProps {
  kind: 'video' | 'audio'
  problem: PlaybackProblem
  /** null: the file is on this device only. */
  src: string | null
  /** File name of the download. */
  name: string
  onRetry: () => void
  className?: string | undefined
}

/** Replaces a player that cannot play: a sentence, and the download or another try. */
export function PlaybackNotice({ kind, problem, src, name, onRetry, className }: NoticeProps) {
  const text = useText()
  const Icon = kind === 'video' ? IconMovieOff : IconVolumeOff
  return (
    <span className={[css.notice, className].join(' ')} role="group" aria-label={name}>
      <span role="status">
        <Icon size={24} stroke={1.75} aria-hidden="true" />
        {text(problem === 'notLoaded' ? 'media.notLoaded' : kind === 'video' ? 'media.cannotPlayVideo' : 'media.cannotPlaySound')}
      </span>
      {problem === 'notLoaded' && (
        <Button variant="default" leftSection={<IconRefresh size={20} stroke={2} aria-hidden="true" />} onClick={onRetry}>
          {text('chrome.tryAgain')}
        </Button>
      )}
      {problem === 'unsupported' && src !== null && (
        <Button
          component="a"
          variant="default"
          href={src}
          download={name}
          leftSection={<IconDownload size={20} stroke={2} aria-hidden="true" />}
        >
          {text('media.download')}
        </Button>
      )}
    </span>
  )
}

interface PlayerProps {
  kind: 'video' | 'audio'
  src: string
  /** File name of the download. */
  name: string
  /** Label of the player; the file name by default. */
  label?: string
  /** Class of the media element. */
  className?: string | undefined
  /** The file is on this device only, so that a download is of no use. */
  isLocal?: boolean
}

/** Plays a video or a sound with the controls of the browser, or says why it cannot. */
export function MediaPlayer({ kind, src, name, label = name, className, isLocal = false }: PlayerProps): ReactNode {
  const { problem, retry, onError, onLoadedMetadata } = usePlaybackProblem(src)
  if (problem) {
    return (
      <PlaybackNotice
        kind={kind}
        problem={problem}
        src={isLocal ? null : src}
        name={name}
        onRetry={retry}
        className={kind === 'video' ? className : undefined}
      />
    )
  }
  const shared = { className, controls: true, preload: 'metadata', 'aria-label': label, onError } as const
  if (kind === 'audio') return <audio src={src} {...shared} />
  return <video src={`${src}${POSTER_AT}`} playsInline onLoadedMetadata={onLoadedMetadata} {...shared} />
}

/** Returns the kind of player for a type of file; null for other files. */
export const playerKindOf = (type: string): 'video' | 'audio' | null =>
  type.startsWith('video/') ? 'video' : type.startsWith('audio/') ? 'audio' : null
