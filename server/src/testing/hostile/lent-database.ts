import { sql } from 'kysely'
import { type Databases, openDatabases } from '#/db/pool.ts'
import { cloneDatabase, query } from '../database.ts'

/** Max databases that wait for the next test, each with its connections. A cluster accepts 60. */
const WAITING_MAX = 2
/** Max connections of a database that waits. */
const CONNECTIONS_MAX = 12
/** Max bytes of the tables of a database that is used again. */
const SIZE_MAX = 16 * 1_048_576
/** Milliseconds within which the last queries of a test end. */
const IDLE_WITHIN = 2000

/** A migrated database without data of other tests, and its pools. */
export interface LentDatabase {
  readonly databases: Databases
  /** Ends the use. The caller has closed everything that uses the pools. */
  giveBack(): Promise<void>
}

const waiting: LentDatabase[] = []

/**
 * Lends a database to a test. A test that has ended leaves its database to the next one, since new connections and a new database
 * take more time than most tests. Databases whose schema was changed are deleted.
 */
export async function lendDatabase(): Promise<LentDatabase> {
  const left = waiting.pop()
  if (left !== undefined) return left
  const { url, drop } = await cloneDatabase()
  await query(url, PREPARE)
  const databases = openDatabases(url)
  const lent: LentDatabase = {
    databases,
    async giveBack() {
      if (waiting.length < WAITING_MAX && (await isIdle(databases)) && (await reset(databases))) waiting.push(lent)
      else {
        await databases.close()
        await drop()
      }
    },
  }
  return lent
}

async function isIdle({ usage }: Databases): Promise<boolean> {
  for (const end = performance.now() + IDLE_WITHIN; performance.now() < end;) {
    const pools = usage()
    if (pools.every(({ open, idle, waiting: requests }) => open === idle && requests === 0))
      return pools.reduce((sum, { open }) => sum + open, 0) <= CONNECTIONS_MAX
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return false
}

/** Restores the rows of the template. Returns false where it cannot, as with a lock that the test left. */
async function reset({ db }: Databases): Promise<boolean> {
  try {
    const { rows } = await sql<{ is_reset: boolean }>`SELECT testing.reset(${SIZE_MAX}) AS is_reset`.execute(db)
    return rows[0]?.is_reset ?? false
  } catch {
    return false
  }
}

/**
 * Copies the rows of the template to the schema `initial`, and records changes of the schema. Deletions fire no triggers, foreign
 * keys included.
 */
const PREPARE = `
  CREATE SCHEMA initial;
  DO $$ DECLARE relation record; has_rows boolean;
  BEGIN
    FOR relation IN SELECT oid::regclass AS name, relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace LOOP
      EXECUTE format('SELECT EXISTS (SELECT FROM %s)', relation.name) INTO has_rows;
      IF has_rows THEN EXECUTE format('CREATE TABLE initial.%I AS TABLE %s', relation.relname, relation.name); END IF;
    END LOOP;
  END $$;
  CREATE SCHEMA testing;
  CREATE TABLE testing.schema_changes (tag text NOT NULL);
  CREATE FUNCTION testing.record_change() RETURNS event_trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO testing.schema_changes VALUES (tg_tag);
  END $$;
  CREATE FUNCTION testing.reset(size_max bigint) RETURNS boolean LANGUAGE plpgsql AS $$
  DECLARE relation record;
  BEGIN
    IF EXISTS (SELECT FROM testing.schema_changes) THEN RETURN false; END IF;
    IF (SELECT sum(pg_table_size(oid)) FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace) > size_max
    THEN RETURN false; END IF;
    SET LOCAL session_replication_role = replica;
    SET LOCAL lock_timeout = '1s';
    FOR relation IN SELECT oid::regclass AS name FROM pg_class
      WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND pg_relation_size(oid) > 0
    LOOP
      EXECUTE format('DELETE FROM %s', relation.name);
    END LOOP;
    FOR relation IN SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'initial'::regnamespace LOOP
      EXECUTE format('INSERT INTO public.%I OVERRIDING SYSTEM VALUE TABLE initial.%I', relation.relname, relation.relname);
    END LOOP;
    PERFORM setval(seqrelid, seqstart, false) FROM pg_sequence;
    RETURN true;
  END $$;
  CREATE EVENT TRIGGER record_change ON ddl_command_end EXECUTE FUNCTION testing.record_change();`
