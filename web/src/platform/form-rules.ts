import type { z } from 'zod'
import { ApiError } from './http-errors.ts'
import { isMessageKey, text } from './i18n.ts'

const limitsOf = (issue: z.core.$ZodIssue) => ({
  ...(issue.code === 'too_big' && { max: Number(issue.maximum) }),
  ...(issue.code === 'too_small' && { min: Number(issue.minimum) }),
})

const wordsOf = (issue: z.core.$ZodIssue) =>
  text(isMessageKey(issue.message) ? issue.message : 'common.wrongType', limitsOf(issue))

/** A form's check by the contract's own schema: the first problem of each field, in the reader's language. */
export const rulesOf =
  (schema: z.ZodType) =>
  (values: unknown): Record<string, string> => {
    const { error } = schema.safeParse(values)
    const problems: Record<string, string> = {}
    for (const issue of error?.issues ?? []) problems[issue.path.join('.')] ??= wordsOf(issue)
    return problems
  }

/** What the unit found in a form: its words for each field. Nothing where it refused for another reason. */
export const problemsOf = (error: unknown): Record<string, string> =>
  error instanceof ApiError ? Object.fromEntries(error.issues.map(({ path, message }) => [path, message])) : {}

/** What is wrong may be out of sight: the first of it gets the focus, once it is drawn. */
export function showProblem(form: ParentNode): void {
  requestAnimationFrame(() =>
    form.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] :is(input, button)')?.focus(),
  )
}

/** What follows when a form was sent: it is done, or what the unit found stands at its fields. */
export const afterSending = (form: { setErrors: (problems: Record<string, string>) => void }, onDone: () => void) => ({
  onSuccess: onDone,
  onError: (error: Error) => {
    form.setErrors(problemsOf(error))
    showProblem(document)
  },
})
