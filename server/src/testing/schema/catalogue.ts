// cspell:ignore adbin adnum adrelid attcollation atthasdef attidentity attnotnull attrdef atttypid atttypmod
// cspell:ignore confdeltype contypid enumlabel enumtypid functiondef indexrelid indisunique indkey
// cspell:ignore indnullsnotdistinct indrelid prokind pronamespace prosrc regprocedure regtype
// cspell:ignore relforcerowsecurity relrowsecurity rulename seqcycle seqincrement seqmax seqmin seqtypid
// cspell:ignore tgenabled tgfoid tgisinternal tgname tgrelid triggerdef typbasetype typdefault typnamespace
// cspell:ignore typnotnull typtype viewdef -- columns and functions of pg_catalog
import type pg from 'pg'

/** The parts of a schema on which an earlier version of the program may depend, by name. */
export interface Catalogue {
  readonly tables: ReadonlyMap<string, TableFacts>
  /** By `table.column`. */
  readonly columns: ReadonlyMap<string, ColumnFacts>
  /** Checks and foreign keys, by `table.constraint`. */
  readonly constraints: ReadonlyMap<string, ConstraintFacts>
  readonly indexes: ReadonlyMap<string, IndexFacts>
  /** By `table.trigger`. */
  readonly triggers: ReadonlyMap<string, TriggerFacts>
  /** Functions, views, sequences, types, rules and policies, each with its definition. */
  readonly others: ReadonlyMap<string, string>
}

interface TableFacts {
  readonly name: string
  /** Identifies the table, also if another one has got its name. */
  readonly oid: string
  /** Persistence and row security. */
  readonly definition: string
}

export interface ColumnFacts {
  readonly name: string
  readonly table: string
  /** Number, type, collation, default, identity and whether it is generated. */
  readonly definition: string
  readonly isRequired: boolean
  /** Whether a row that does not name the column gets a value: a default, or one that is generated. */
  readonly isFilled: boolean
}

export interface ConstraintFacts {
  readonly name: string
  readonly table: string
  /** `c`: a check, `f`: a foreign key, `x`: an exclusion. */
  readonly kind: string
  readonly definition: string
  /** As `table.column`. */
  readonly columns: readonly string[]
  /** The table of a foreign key, and whether it refuses the deletion of its rows. */
  readonly refersTo: string | null
  readonly refusesDeletion: boolean
}

export interface IndexFacts {
  readonly name: string
  readonly table: string
  readonly definition: string
  readonly isUnique: boolean
  /** As `table.column`, without expressions. */
  readonly columns: readonly string[]
  readonly nullsAreEqual: boolean
}

export interface TriggerFacts {
  readonly name: string
  readonly table: string
  readonly definition: string
  /** Whether its function may refuse a statement. */
  readonly raises: boolean
}

const OWN = 'relnamespace = current_schema()::regnamespace'

const TABLES = `SELECT relname AS name, oid::text, concat_ws(' ', relpersistence, relrowsecurity, relforcerowsecurity) AS definition
  FROM pg_class WHERE relkind IN ('r', 'p') AND ${OWN}`

const COLUMNS = `SELECT concat(relname, '.', attname) AS name, relname AS table, attnotnull AS "isRequired",
    atthasdef OR attidentity <> '' AS "isFilled",
    concat_ws(' ', attnum, format_type(atttypid, atttypmod), attcollation, attnotnull, attidentity, attgenerated, pg_get_expr(adbin, adrelid)) AS definition
  FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
  WHERE relkind IN ('r', 'p') AND attnum > 0 AND NOT attisdropped AND ${OWN}`

const CONSTRAINTS = `SELECT concat(relname, '.', conname) AS name, relname AS table, contype AS kind, pg_get_constraintdef(c.oid) AS definition,
    ARRAY(SELECT concat(relname, '.', attname) FROM pg_attribute WHERE attrelid = conrelid AND attnum = ANY (conkey)) AS columns,
    (SELECT relname FROM pg_class WHERE oid = confrelid) AS "refersTo", confdeltype IN ('a', 'r') AS "refusesDeletion"
  FROM pg_constraint c JOIN pg_class ON pg_class.oid = conrelid WHERE contype IN ('c', 'f', 'x') AND ${OWN}`

const INDEXES = `SELECT own.relname AS name, t.relname AS table, pg_get_indexdef(own.oid) AS definition, indisunique AS "isUnique",
    indnullsnotdistinct AS "nullsAreEqual",
    ARRAY(SELECT concat(t.relname, '.', attname) FROM pg_attribute WHERE attrelid = t.oid AND attnum = ANY (indkey)) AS columns
  FROM pg_index JOIN pg_class own ON own.oid = indexrelid JOIN pg_class t ON t.oid = indrelid WHERE own.${OWN}`

const TRIGGERS = `SELECT concat(relname, '.', tgname) AS name, relname AS table, concat_ws(' ', pg_get_triggerdef(t.oid), tgenabled) AS definition,
    prosrc ~* 'raise\\s+(exception|''|[a-z_]+\\s*;|;)|raise\\s+sqlstate' AS raises
  FROM pg_trigger t JOIN pg_class ON pg_class.oid = tgrelid JOIN pg_proc ON pg_proc.oid = tgfoid WHERE NOT tgisinternal AND ${OWN}`

const OTHERS = `
  SELECT concat('function ', oid::regprocedure) AS name, pg_get_functiondef(oid) AS definition
    FROM pg_proc WHERE prokind IN ('f', 'p') AND pronamespace = current_schema()::regnamespace
  UNION ALL SELECT concat('view ', relname), concat(relkind, pg_get_viewdef(oid)) FROM pg_class WHERE relkind IN ('v', 'm') AND ${OWN}
  UNION ALL SELECT concat('sequence ', relname), concat(seqtypid, ' ', seqincrement, ' ', seqmax, ' ', seqmin, ' ', seqcycle)
    FROM pg_sequence JOIN pg_class ON oid = seqrelid WHERE ${OWN}
  UNION ALL SELECT concat('value ', enumtypid::regtype, ' ', enumlabel), '' FROM pg_enum
  UNION ALL SELECT concat('domain ', t.oid::regtype), concat(typbasetype, typnotnull, typdefault,
      ARRAY(SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE contypid = t.oid ORDER BY 1))
    FROM pg_type t WHERE typtype = 'd' AND typnamespace = current_schema()::regnamespace
  UNION ALL SELECT concat('rule ', tablename, ' ', rulename), definition FROM pg_rules WHERE schemaname = current_schema()
  UNION ALL SELECT concat('policy ', tablename, ' ', policyname), concat(permissive, roles, cmd, qual, with_check)
    FROM pg_policies WHERE schemaname = current_schema()
  UNION ALL SELECT concat('extension ', extname), '' FROM pg_extension`

/** Reads the schema of the connection, also within a transaction that has changed it. */
export async function readCatalogue(client: pg.Client): Promise<Catalogue> {
  const read = async <Row extends { readonly name: string }>(text: string) =>
    new Map((await client.query<Row>(text)).rows.map((row) => [row.name, row] as const))
  const others = await read<{ name: string; definition: string }>(OTHERS)
  return {
    tables: await read<TableFacts>(TABLES),
    columns: await read<ColumnFacts>(COLUMNS),
    constraints: await read<ConstraintFacts>(CONSTRAINTS),
    indexes: await read<IndexFacts>(INDEXES),
    triggers: await read<TriggerFacts>(TRIGGERS),
    others: new Map(Array.from(others.values(), ({ name, definition }) => [name, definition])),
  }
}
