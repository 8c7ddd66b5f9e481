type Page = { readonly items: readonly unknown[] } | { readonly ids: readonly unknown[] }

const isFilled = (page: Page) => ('items' in page ? page.items : page.ids).length > 0

/**
 * Placeholder data of a list with a search text or a filter: shows the results of the previous one until the next are
 * known. It drops empty results, which would read as if nothing were found for the next one.
 */
export const keepFilledPages = <Data extends { readonly pages: readonly Page[] }>(previous: Data | undefined): Data | undefined =>
  previous?.pages.some(isFilled) ? previous : undefined
