import { Link } from '@tanstack/react-router'
import type { HealthFact } from '@noroshi/contract/health/health.http'
import { useLanguage, useText } from '../../../platform/language/i18n.ts'
import { nameOf } from '../../../platform/language/person-name.ts'
import { fullDateTime } from '../../../platform/language/time.ts'
import { paths } from '../../../platform/paths/paths.ts'
import { sizeText } from '../../../ui/forms/size-text.ts'
import { amountText, factText } from './health-texts.ts'
import css from './health.module.css'

/** The facts of a check. */
export function HealthFacts({ facts }: { facts: readonly HealthFact[] }) {
  const text = useText()
  if (facts.length === 0) return null
  return (
    <dl className={css.facts}>
      {facts.map((fact) => (
        <div key={keyOf(fact)}>
          <dt>
            {'of' in fact && fact.of !== undefined
              ? text('health.factOf', { fact: factText(fact.name, text), of: fact.of })
              : factText(fact.name, text)}
          </dt>
          <dd>
            <Value fact={fact} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function keyOf(fact: HealthFact): string {
  if (fact.kind === 'alert') return fact.alert.id
  if (fact.kind === 'sender') return `${fact.name} ${fact.user.id}`
  return 'of' in fact ? `${fact.name} ${fact.of}` : fact.name
}

function Value({ fact }: { fact: HealthFact }) {
  const text = useText()
  const language = useLanguage()
  if (fact.kind === 'alert') {
    const { id, messageThreadId, raisedAt, raisedBy } = fact.alert
    return (
      <Link className={css.link} to={paths.alert} params={{ alertId: id, messageThreadId }}>
        <span translate="no">{raisedBy ? nameOf(raisedBy) : text('health.anonymous')}</span> ·{' '}
        <time dateTime={raisedAt}>{fullDateTime(raisedAt, language)}</time>
      </Link>
    )
  }
  if (fact.kind === 'sender') {
    return (
      <Link className={css.link} to={paths.profile} params={{ userId: fact.user.id }}>
        <span translate="no">{nameOf(fact.user)}</span> · <span className="num">{sizeText(fact.bytes)}</span>
      </Link>
    )
  }
  if (fact.kind === 'text') return <span translate="no">{fact.value ?? text('health.level.unknown')}</span>
  if (fact.kind === 'flag') {
    if (fact.value === null) return text('health.level.unknown')
    return text(fact.value ? 'health.yes' : 'health.no')
  }
  if (fact.kind !== 'time') return <span className="num">{amountText(fact.kind, fact.value, text, language)}</span>
  if (fact.value === null) return text('health.never')
  return <time dateTime={fact.value}>{fullDateTime(fact.value, language)}</time>
}
