import type { RegisteredPerson } from '@noroshi/contract/reception/people'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { dateTime } from '../../../platform/language/time.ts'
import { Tag } from '../../../ui/layout/tag.tsx'
import css from './reception.module.css'

/** A person of the register in short. */
export function PersonFacts({ person }: { person: RegisteredPerson }) {
  const text = useText()
  const language = useLanguage()
  const { kana, sex, birthYear, address, needs, needsNote, stay, isPet } = person
  const facts = [
    kana,
    ...(isPet ? [text('household.kind.pet')] : [text(`reception.sex.${sex}`), birthYear === null ? '' : String(birthYear)]),
    address,
    needsNote,
  ]
  const state = stay.leftAt === null ? stay.mode : 'left'
  return (
    <>
      <span className={css.quiet}>{facts.filter((fact) => fact !== '').join(' · ')}</span>
      <span className={css.tags}>
        <Tag tone={state === 'inside' ? 'ok' : 'plain'}>{text(`reception.filter.${state}`)}</Tag>
        {needs.map((need) => (
          <Tag key={need} tone="warn">
            {text(`reception.need.${need}`)}
          </Tag>
        ))}
      </span>
      <span className={css.quiet}>
        {text('reception.entered')} <time dateTime={stay.enteredAt}>{dateTime(stay.enteredAt, language)}</time>
        {stay.seenAt !== undefined && stay.leftAt === null && (
          <>
            {' '}
            {text('reception.lastSeen')} <time dateTime={stay.seenAt}>{dateTime(stay.seenAt, language)}</time>
          </>
        )}
        {stay.leftAt !== null && (
          <>
            {' '}
            {text('reception.left')} <time dateTime={stay.leftAt}>{dateTime(stay.leftAt, language)}</time>
          </>
        )}
        {stay.whereabouts !== '' && ` ${stay.whereabouts}`}
      </span>
    </>
  )
}
