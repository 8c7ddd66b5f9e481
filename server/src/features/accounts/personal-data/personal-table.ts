import type { ExportFile } from '@noroshi/contract/accounts/export-files.messages'
import type { DB } from '#/db/rows.ts'

/** One file of an export: the rows of a table whose column `of` is the user. */
interface ExportedRows<Column extends string> {
  readonly file: ExportFile
  /** The column with the id of the user. */
  readonly of: Column
  /** An id that no two rows of a user share. Large tables have it, so that their rows are read in batches. */
  readonly by?: Column
  readonly columns: readonly Column[]
  /** Further fields: an expression of SQL over the row `t` for each. */
  readonly extras?: Readonly<Record<string, string>>
}

/**
 * What the export and the deletion of an account do with a table. personal-tables.test.ts compares it with the schema: each
 * column that may name a person, or may have a person's words, is in an export, in `hidden` or in `impersonal`, and what it has
 * is deleted, unless `stays` or `elsewhere` has the reason.
 */
export interface PersonalTable<Column extends string = string> {
  readonly exports?: readonly ExportedRows<Column>[]
  /** Personal columns that no file has, with the reason. */
  readonly hidden?: { readonly [column in Column]?: string }
  /** Columns that neither name a person nor have a person's words: keys, hashes, names of kinds, random ids. */
  readonly impersonal?: readonly Column[]
  /** The deletion deletes the rows whose column, or one of these columns, is the user. */
  readonly deletes?: Column | readonly Column[]
  /** The deletion sets these columns to null where they name the user. */
  readonly clears?: readonly Column[]
  /** The deletion gives these values, as expressions of SQL, to the rows whose column `of` is the user. */
  readonly blanks?: { readonly of: Column; readonly values: { readonly [column in Column]?: string } }
  /** Why rows stay that name the user, who has no name any more, or have words of the user. */
  readonly stays?: string
  /** What deletes the rows, if it is not this list. */
  readonly elsewhere?: string
}

type ColumnOf<Name extends keyof DB> = keyof DB[Name] & string

/** The tables of the database with their columns, as the migrations declare them. */
export type PersonalTables = { readonly [Name in keyof DB]: PersonalTable<ColumnOf<Name>> }

/** Declares some of the tables. The compiler checks the names of their columns. */
export const definePersonalTables = <const Name extends keyof DB>(
  tables: Pick<PersonalTables, Name>,
): Pick<PersonalTables, Name> => tables
