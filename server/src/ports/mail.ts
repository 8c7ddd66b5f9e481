/** A letter in plain text to one person. */
export interface Letter {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** What takes letters to people. */
export interface Mail {
  /** @throws what keeps the letter from leaving; it is then not sent again. */
  send(letter: Letter): Promise<void>
  close(): void
}
