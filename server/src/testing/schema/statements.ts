import type { Catalogue } from './catalogue.ts'

/** Comments, and texts that may contain a semicolon or a word of SQL. */
const NOT_CODE = /--[^\n]*|\/\*[\s\S]*?\*\/|(\$\w*\$)[\s\S]*?\1|'(?:[^']|'')*'/g
/** Statements that change the schema, which the catalogue shows, or only add rows. */
const CHECKED = /^(CREATE|ALTER|DROP|COMMENT|INSERT)\b/i
const UPDATE = /^UPDATE\s+(?:ONLY\s+)?(\w+)(?:\s+(?:AS\s+)?(?!SET\b)\w+)?\s+SET\s+(.*?)(?:\s(?:FROM|WHERE)\s.*)?$/is

/**
 * Returns the statements of a migration that change rows of earlier versions, or that cannot be checked, such as DO.
 * @param before the schema before the migration
 */
export function contractingStatements(sql: string, before: Catalogue): string[] {
  const statements = sql
    .replaceAll(NOT_CODE, (text) => (text.startsWith('-') || text.startsWith('/') ? ' ' : "''"))
    .split(';')
    .map((statement) => statement.trim())
  return statements
    .filter((statement) => statement !== '' && !isChecked(statement, before))
    .map((statement) => `changes rows, or is not checked: ${statement.replaceAll(/\s+/g, ' ').slice(0, 80)}`)
}

function isChecked(statement: string, before: Catalogue): boolean {
  const [, table = '', assignments = ''] = UPDATE.exec(withoutParentheses(statement)) ?? []
  const columns = assignments.split(',').map((assignment) => assignment.split('=')[0]?.trim() ?? '')
  if (table !== '') return columns.every((column) => /^\w+$/.test(column) && !before.columns.has(`${table}.${column}`))
  return CHECKED.test(statement) && !/\bDO\s+UPDATE\b/i.test(statement)
}

/** Replaces what is in parentheses by a question mark. */
function withoutParentheses(statement: string): string {
  const outer = statement.replaceAll(/\([^()]*\)/g, '?')
  return outer === statement ? outer : withoutParentheses(outer)
}
