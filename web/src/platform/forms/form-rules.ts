import type { z } from 'zod'
import { ApiError } from '../connection/http-errors.ts'
import { isMessageKey, text } from '../language/i18n.ts'

const limitsOf = (issue: z.core.$ZodIssue) => ({
  ...(issue.code === 'too_big' && { max: Number(issue.maximum) }),
  ...(issue.code === 'too_small' && { min: Number(issue.minimum) }),
})

const messageOf = (issue: z.core.$ZodIssue) =>
  text(isMessageKey(issue.message) ? issue.message : 'common.wrongType', limitsOf(issue))

/**
 * Returns a validator that checks a form by a schema of the contract: the first error of each field, in the user's
 * language.
 */
export const createValidator =
  (schema: z.ZodType) =>
  (values: unknown): Record<string, string> => {
    const { error } = schema.safeParse(values)
    const errors: Record<string, string> = {}
    for (const issue of error?.issues ?? []) errors[issue.path.join('.')] ??= messageOf(issue)
    return errors
  }

/**
 * Returns options of `useForm`. They validate the values by a schema of the contract and pass its output (trimmed,
 * lower-cased) to the submit handler.
 * @param bodyOf builds the input of the schema from the form's values, if the two differ
 */
export function formRules<Schema extends z.ZodType, Values = unknown>(
  schema: Schema,
  bodyOf: (values: Values) => unknown = (values) => values,
) {
  const validate = createValidator(schema)
  return {
    validate: (values: Values) => validate(bodyOf(values)),
    transformValues: (values: Values): z.output<Schema> => schema.parse(bodyOf(values)),
  }
}

/** Returns the server's message for each invalid field, or nothing if the server refused for another reason. */
export const fieldErrorsOf = (error: unknown): Record<string, string> =>
  error instanceof ApiError ? Object.fromEntries(error.issues.map(({ path, message }) => [path, message])) : {}

/** Frames that a slow device may need to render the errors of a form. */
const ERROR_FRAMES = 30

/** Moves the focus to the first invalid field as soon as it is rendered. The field may be outside the visible area. */
export function focusFirstError(form: ParentNode, frames = ERROR_FRAMES): void {
  requestAnimationFrame(() => {
    const field = form.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] :is(input, button)')
    if (field) field.focus()
    else if (frames > 1) focusFirstError(form, frames - 1)
  })
}

/**
 * Returns mutation callbacks for a form: success calls `onDone`, an error shows the server's messages at their fields.
 */
export const submitCallbacks = (form: { setErrors: (errors: Record<string, string>) => void }, onDone: () => void) => ({
  onSuccess: onDone,
  onError: (error: Error) => {
    form.setErrors(fieldErrorsOf(error))
    focusFirstError(document)
  },
})
