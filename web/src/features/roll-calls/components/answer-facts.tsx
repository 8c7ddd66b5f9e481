import { Button } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { RollCallAnswer, RollCallQuestion } from '@noroshi/contract/roll-calls/roll-calls'
import { useText } from '../../../platform/language/i18n.ts'
import { PhotoButton } from '../../../ui/media/photo-button.tsx'
import css from './roll-calls.module.css'

const LocationView = lazy(() =>
  import('../../../shared/location/location-view.tsx').then(({ LocationView: view }) => ({ default: view })),
)

const TEXTS = ['note', 'place', 'companions', 'stayingAt'] as const

interface Props {
  answer: Pick<RollCallAnswer, (typeof TEXTS)[number] | 'location' | 'chosenPlace' | 'replies' | 'photo'>
  questions: readonly RollCallQuestion[]
}

/** The details of an answer, as far as it has some. */
export function AnswerFacts({ answer, questions }: Props) {
  const text = useText()
  const [isOnMap, setOnMap] = useState(false)
  const replies = questions.flatMap((question, index) => {
    const reply = answer.replies[index] ?? null
    return reply === null ? [] : [[question.text, String(reply)] as const]
  })
  const texts = TEXTS.flatMap((name) => (answer[name] === '' ? [] : [[text(`rollCalls.${name}`), answer[name]] as const]))
  const { chosenPlace } = answer
  const places = chosenPlace ? [[text('rollCalls.chosenPlace'), chosenPlace.name] as const] : []
  const facts = [...replies, ...texts, ...places]
  return (
    <>
      {facts.length > 0 && (
        <dl className={css.facts}>
          {facts.map(([name, value], index) => (
            <div key={index}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {answer.photo && <PhotoButton photo={answer.photo} label={text('rollCalls.photo')} />}
      {answer.location && (
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconMapPin size={18} stroke={2} aria-hidden="true" />}
          onClick={() => setOnMap(true)}
        >
          {text('rollCalls.location')}
        </Button>
      )}
      {isOnMap && answer.location && (
        <Suspense>
          <LocationView location={answer.location} title={text('rollCalls.location')} onClose={() => setOnMap(false)} />
        </Suspense>
      )}
    </>
  )
}
