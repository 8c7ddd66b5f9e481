/** Returns the areas of a text in which commas, also Japanese ones, or lines separate them. */
export const areasIn = (text: string): string[] =>
  text
    .split(/[,，、\n]/)
    .map((area) => area.trim())
    .filter((area) => area !== '')

/** Returns the first error of the areas of a form. */
export const areasError = (errors: Readonly<Record<string, unknown>>): string | undefined => {
  const [, error] = Object.entries(errors).find(([path]) => path === 'areas' || path.startsWith('areas.')) ?? []
  return typeof error === 'string' ? error : undefined
}
