import { ActionIcon, Button } from '@mantine/core'
import { IconPlayerStopFilled, IconVolume } from '@tabler/icons-react'
import { enableSound } from '../../../platform/audio/output.ts'
import { shortcutOf } from '../../../platform/commands/commands.ts'
import { useCommand } from '../../../platform/commands/use-command.ts'
import { useText } from '../../../platform/language/i18n.ts'
import { setReadAloudVolume, useReadAloudVolume } from './reader.ts'
import css from './read-aloud.module.css'

/** Shows who is read aloud now, with volume and stop. @param name null: the browser blocks sound until it is enabled */
export function ReadingBar({ name }: { name: string | null }) {
  const text = useText()
  const { run, label } = useCommand('reading.stop')
  const volume = useReadAloudVolume()
  return (
    <section className={css.bar} aria-label={text('speech.readAloud')}>
      {name === null ? (
        <>
          <p className="one-line">{text('speech.blocked')}</p>
          <Button size="sm" onClick={() => void enableSound()}>
            {text('speech.enable')}
          </Button>
        </>
      ) : (
        <>
          <p className="one-line">{text('speech.reading', { name })}</p>
          <IconVolume size={20} stroke={1.75} aria-hidden="true" />
          <input
            type="range"
            min={0}
            max={1}
            step={0.05}
            value={volume}
            aria-label={text('speech.volume')}
            aria-valuetext={`${Math.round(volume * 100)} %`}
            onChange={({ currentTarget }) => setReadAloudVolume(Number(currentTarget.value))}
          />
        </>
      )}
      <ActionIcon aria-label={label} aria-keyshortcuts={shortcutOf('reading.stop')} onClick={() => run(undefined)}>
        <IconPlayerStopFilled size={22} aria-hidden="true" />
      </ActionIcon>
    </section>
  )
}
