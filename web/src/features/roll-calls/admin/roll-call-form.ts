import type { z } from 'zod'
import type { Area } from '@noroshi/contract/area'
import type { RollCallForm, RollCallTemplate } from '@noroshi/contract/roll-calls/roll-calls'
import type { Text } from '../../../platform/language/i18n.ts'

/** The fields of an own question. */
export interface QuestionValues {
  readonly kind: 'choice' | 'number' | 'text'
  readonly text: string
  /** The choices, one on each line. */
  readonly options: string
}

/** The fields of the form that asks. */
export interface FormValues {
  readonly template: RollCallTemplate
  readonly title: string
  readonly text: string
  readonly audience: RollCallForm['audience']['kind']
  readonly threadIds: string[]
  /** '' for other audiences. */
  readonly alertId: string
  /** null: no area is drawn yet. */
  readonly area: Area | null
  readonly includesUnlocated: boolean
  readonly isUrgent: boolean
  readonly isDrill: boolean
  readonly questions: QuestionValues[]
}

export const emptyQuestion: QuestionValues = { kind: 'choice', text: '', options: '' }

/** The alert whose people are asked. */
export interface AskedAlert {
  readonly id: string
  readonly isDrill: boolean
}

/** Returns the form before the user changes it. */
export const emptyForm = (mayAskEveryone: boolean, alert: AskedAlert | null, text: Text): FormValues => ({
  template: alert ? 'other' : 'earthquake',
  title: text(alert ? 'rollCalls.title.other' : 'rollCalls.title.earthquake'),
  text: alert ? '' : text('rollCalls.text.earthquake'),
  audience: alert ? 'alert' : mayAskEveryone ? 'everyone' : 'groups',
  alertId: alert?.id ?? '',
  threadIds: [],
  area: null,
  includesUnlocated: true,
  isUrgent: false,
  isDrill: alert?.isDrill ?? false,
  questions: [],
})

const linesOf = (value: string) =>
  value
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Returns the body of the request. */
export const bodyOfForm = ({
  audience,
  threadIds,
  alertId,
  area,
  includesUnlocated,
  questions,
  ...values
}: FormValues): z.input<typeof RollCallForm> => ({
  ...values,
  audience: {
    everyone: { kind: 'everyone' as const },
    groups: { kind: 'groups' as const, threadIds },
    area: { kind: 'area' as const, area: area ?? [], includesUnlocated },
    alert: { kind: 'alert' as const, alertId },
  }[audience],
  questions: questions.map(({ kind, text, options }) =>
    kind === 'choice' ? { kind, text, options: linesOf(options) } : { kind, text },
  ),
})
