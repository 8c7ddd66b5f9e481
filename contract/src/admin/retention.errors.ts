/** The HTTP status of each error code. */
export const retentionErrors = { 'retention.outdated': 409 } as const
