import type { Catalogue, ConstraintFacts, IndexFacts } from './catalogue.ts'
import { isWiderCheck } from './wider-check.ts'

/** Tables of which no version deletes rows. A new foreign key to another table would make an earlier version's DELETE fail. */
const PERMANENT = new Set(['users'])

/**
 * Returns why a version of the program that was written for the schema `before` may not run on the schema `after`. The rules are
 * strict: what they cannot prove to be harmless is a contraction.
 */
export function contractionsBetween(before: Catalogue, after: Catalogue): string[] {
  return [
    ...tablesOf(before, after),
    ...columnsOf(before, after),
    ...constraintsOf(before, after),
    ...indexesOf(before, after),
    ...triggersOf(before, after),
    ...Array.from(before.others).flatMap(([name, definition]) =>
      after.others.get(name) === definition ? [] : [`drops, renames or changes the ${name}`],
    ),
    ...[...after.others.keys()]
      .filter((name) => /^(rule|policy) /.test(name) && !before.others.has(name))
      .map((name) => `adds the ${name}`),
  ]
}

function tablesOf(before: Catalogue, after: Catalogue): string[] {
  return [...before.tables.values()].flatMap(({ name, oid, definition }) => {
    const now = after.tables.get(name)
    if (now?.oid !== oid) return [`drops or renames the table ${name}`]
    return now.definition === definition ? [] : [`changes the persistence or the row security of the table ${name}`]
  })
}

function columnsOf(before: Catalogue, after: Catalogue): string[] {
  const changed = [...before.columns.values()].flatMap(({ name, definition }) => {
    const now = after.columns.get(name)
    if (now === undefined) return [`drops or renames the column ${name}`]
    return now.definition === definition ? [] : [`changes the column ${name}`]
  })
  const required = [...after.columns.values()].filter(
    ({ name, table, isRequired, isFilled }) => before.tables.has(table) && !before.columns.has(name) && isRequired && !isFilled,
  )
  return [...changed, ...required.map(({ name }) => `adds the column ${name} NOT NULL without a default`)]
}

function constraintsOf(before: Catalogue, after: Catalogue): string[] {
  const removed = [...before.constraints.values()].filter(
    ({ name, definition }) => after.constraints.get(name)?.definition !== definition,
  )
  const added = [...after.constraints.values()].filter(
    ({ name, definition }) => before.constraints.get(name)?.definition !== definition,
  )
  const removedChecks = removed.filter(({ kind }) => kind === 'c')
  return [
    ...removed.filter(({ kind }) => kind !== 'c').map(({ name }) => `drops or changes the constraint ${name}`),
    ...added.flatMap((one) => [...narrowing(one, before, removedChecks), ...refusedDeletion(one, before)]),
  ]
}

function narrowing(
  { name, table, kind, definition, columns }: ConstraintFacts,
  before: Catalogue,
  removedChecks: readonly ConstraintFacts[],
): string[] {
  const isOnNewColumns = columns.length > 0 && columns.every((column) => !before.columns.has(column))
  if (!before.tables.has(table) || isOnNewColumns) return []
  if (kind === 'c' && removedChecks.some((one) => one.table === table && isWiderCheck(one.definition, definition))) return []
  return [`adds the constraint ${name}, or narrows it`]
}

const refusedDeletion = ({ name, kind, refersTo, refusesDeletion }: ConstraintFacts, before: Catalogue): string[] =>
  kind === 'f' && refusesDeletion && refersTo !== null && before.tables.has(refersTo) && !PERMANENT.has(refersTo)
    ? [`refuses the deletion of rows of ${refersTo} by ${name}, which needs ON DELETE`]
    : []

function indexesOf(before: Catalogue, after: Catalogue): string[] {
  const changed = [...before.indexes.values()].filter(
    ({ name, definition }) => after.indexes.get(name)?.definition !== definition,
  )
  const added = [...after.indexes.values()].filter(({ name }) => !before.indexes.has(name))
  const unique = added.filter((index) => index.isUnique && before.tables.has(index.table) && !mayRepeat(index, before, after))
  return [
    ...changed.map(({ name }) => `drops, renames or changes the index ${name}`),
    ...unique.map(({ name }) => `adds the unique index ${name} on columns that earlier versions write`),
  ]
}

/** Whether the rows that an earlier version writes are never equal: a new column of the index is null in them. */
const mayRepeat = ({ columns, nullsAreEqual }: IndexFacts, before: Catalogue, after: Catalogue): boolean =>
  !nullsAreEqual && columns.some((name) => !before.columns.has(name) && after.columns.get(name)?.isFilled === false)

function triggersOf(before: Catalogue, after: Catalogue): string[] {
  const changed = [...before.triggers.values()].filter(
    ({ name, definition }) => after.triggers.get(name)?.definition !== definition,
  )
  const refusing = [...after.triggers.values()].filter(
    ({ name, table, raises }) => raises && before.tables.has(table) && !before.triggers.has(name),
  )
  return [
    ...changed.map(({ name }) => `drops or changes the trigger ${name}`),
    ...refusing.map(({ name }) => `adds the trigger ${name}, which may refuse what earlier versions write`),
  ]
}
