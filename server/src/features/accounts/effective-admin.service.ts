import { sql } from 'kysely'

/** Whether the settings require a second factor of administrators. */
const isRequired = sql<boolean>`EXISTS (
  SELECT FROM settings WHERE key = 'unit' AND value @> '{"requiresSecondFactor": true}')`

/**
 * Whether a user is an administrator who must set up a second factor.
 * @param users name of the table `users` in the query
 */
export const mustSetUpSecondFactor = (users: 'u' | 'users') => {
  const column = (name: string) => sql.ref<boolean>(`${users}.${name}`)
  return sql<boolean>`CASE WHEN ${column('is_admin')} AND NOT ${column('has_second_factor')} THEN ${isRequired} ELSE false END`
}

/**
 * Whether a user has the rights of an administrator: without a second factor only while none is required (decisions/0112).
 * @param users name of the table `users` in the query
 */
export const effectiveAdmin = (users: 'u' | 'users') => {
  const column = (name: string) => sql.ref<boolean>(`${users}.${name}`)
  // CASE reads the settings for administrators without a second factor only.
  return sql<boolean>`CASE WHEN NOT ${column('is_admin')} THEN false WHEN ${column('has_second_factor')} THEN true
    ELSE NOT ${isRequired} END`
}
