export interface Paged {
  hasNextPage: boolean
  isFetching: boolean
  isFetchNextPageError: boolean
  fetchNextPage: (options: { cancelRefetch: boolean }) => Promise<unknown>
}

/** Asks for a list's next page. One that failed waits for the next refetch of the whole: a unit that fails is not asked in a loop. */
export function readOn({ hasNextPage, isFetching, isFetchNextPageError, fetchNextPage }: Paged) {
  if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage({ cancelRefetch: false })
}
