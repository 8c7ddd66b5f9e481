import { hash } from '@node-rs/argon2'
import type { TestServer } from '../test-server.ts'

export const PASSWORD = 'correct horse'
/** Gives all users of a server the password of these requests. */
export async function setPasswords({ db }: Pick<TestServer, 'db'>): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: await hash(PASSWORD) })
    .execute()
}

export const accountOf = (name: string) => ({
  firstName: name,
  lastName: '',
  email: `${name}@example.org`,
  password: PASSWORD,
  confirmPassword: PASSWORD,
})

export const byId = (id: string) => ({ params: { id } })

/** A PNG of one pixel. */
export const PNG = new Uint8Array(
  Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'),
)
