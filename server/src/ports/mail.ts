/** A plain-text email to one recipient. */
export interface Email {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Sends emails. */
export interface Mail {
  /** @throws when the email cannot be sent. It is not retried. */
  send(email: Email): Promise<void>
  close(): void
}
