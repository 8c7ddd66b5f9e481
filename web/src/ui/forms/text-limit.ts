/** Whether a text may follow another one in a field: within the limit, or shorter than a text that exceeds it. */
export const mayChangeTo = (next: string, current: string, maxLength: number): boolean =>
  next.length <= maxLength || next.length < current.length
