/** The start and end of a day in the time zone of this device. An empty or invalid day has no bounds. */
export function dayBounds(day: string): { readonly start?: string; readonly end?: string } {
  if (!/^\d{4}-/.test(day)) return {} // a date field accepts years that no time format has
  const [year, month, date] = day.split('-').map(Number)
  if (!year || !month || !date) return {}
  return {
    start: new Date(year, month - 1, date).toISOString(),
    end: new Date(year, month - 1, date + 1).toISOString(),
  }
}
