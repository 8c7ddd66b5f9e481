-- Alerts that units exchange (docs/architecture/units.md). Groups of scope group are the same at all units; their members are those
-- of each unit. An alert keeps the scope with which it was raised.
ALTER TABLE alert_groups ADD scope text NOT NULL DEFAULT 'unit' CHECK (scope IN ('unit', 'group')),
  -- The unit that created it and alone changes its name; null: this one.
  ADD home_unit uuid, ADD changed bigint NOT NULL DEFAULT 0, ADD changed_by uuid;
ALTER TABLE alerts ADD scope text NOT NULL DEFAULT 'unit' CHECK (scope IN ('unit', 'group')),
  -- The unit at which it was raised, which alone changes it; null: this one.
  ADD home_unit uuid, ADD changed bigint NOT NULL DEFAULT 0, ADD changed_by uuid,
  -- When it came from another unit, and whether it was too old then to sound an alarm.
  ADD arrived_at timestamptz, ADD is_late boolean NOT NULL DEFAULT false,
  -- The number of recipients at each other unit, by the id of the unit.
  ADD unit_recipients jsonb NOT NULL DEFAULT '{}';

CREATE FUNCTION sync_note_alert_group() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT sync_is_applying() THEN PERFORM sync_note('alertGroup', NEW.id::text); END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION sync_note_alert() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF sync_is_applying() THEN RETURN NULL; END IF;
  PERFORM sync_note_author(NEW.raised_by);
  PERFORM sync_note_author(NEW.resolved_by);
  PERFORM sync_note('alert', NEW.id::text);
  RETURN NULL;
END $$;

-- The kind, the severity and the reason of closing are parts of the record of an alert.
CREATE FUNCTION sync_touch_handling() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF sync_is_applying() THEN RETURN NULL; END IF;
  UPDATE alerts SET changed = sync_stamp(changed), changed_by = (SELECT unit_id FROM sync_self)
  WHERE id = NEW.alert_id AND scope = 'group' AND home_unit IS NULL;
  RETURN NULL;
END $$;

-- An alert that was deleted here does not return. Only its home unit deletes it for others ('alert').
CREATE FUNCTION sync_touch_alert_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF sync_is_applying() THEN RETURN NULL; END IF;
  INSERT INTO sync_removed AS r (kind, key, changed, changed_by)
  SELECT CASE WHEN OLD.home_unit IS NULL THEN 'alert' ELSE 'alertHere' END, OLD.id::text, sync_stamp(OLD.changed), unit_id FROM sync_self
  ON CONFLICT (kind, key) DO UPDATE SET changed = EXCLUDED.changed, changed_by = EXCLUDED.changed_by;
  RETURN NULL;
END $$;

CREATE FUNCTION sync_note_alert_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT sync_is_applying() THEN PERFORM sync_note('alert', OLD.id::text); END IF;
  RETURN NULL;
END $$;

-- A batch has the deliveries of many people.
CREATE FUNCTION sync_note_ledger() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF sync_is_applying() THEN RETURN NULL; END IF;
  PERFORM sync_note_author(w.user_id) FROM written w JOIN alerts a ON a.id = w.alert_id AND a.scope = 'group'
    JOIN users u ON u.id = w.user_id AND u.home_unit IS NULL;
  INSERT INTO sync_outbox (kind, key)
  SELECT 'alertAnswer', w.alert_id || '|' || w.user_id FROM written w JOIN alerts a ON a.id = w.alert_id AND a.scope = 'group'
    JOIN users u ON u.id = w.user_id AND u.home_unit IS NULL;
  RETURN NULL;
END $$;

CREATE TRIGGER sync_touch BEFORE INSERT OR UPDATE OF name, scope, deleted_at ON alert_groups
  FOR EACH ROW WHEN (NEW.scope = 'group' AND NEW.home_unit IS NULL) EXECUTE FUNCTION sync_touch();
-- The group 'Everyone' has the same id at all units, and is of each unit.
CREATE TRIGGER sync_zz_note AFTER INSERT OR UPDATE OF name, scope, deleted_at ON alert_groups FOR EACH ROW
  WHEN (NEW.scope = 'group' AND NEW.home_unit IS NULL AND NEW.id <> '019a0000-0000-7000-8000-000000000001')
  EXECUTE FUNCTION sync_note_alert_group();
CREATE TRIGGER sync_touch BEFORE INSERT OR UPDATE OF latitude, longitude, accuracy, text_content, resolved_at, released_at, scope ON alerts
  FOR EACH ROW WHEN (NEW.scope = 'group' AND NEW.home_unit IS NULL) EXECUTE FUNCTION sync_touch();
CREATE TRIGGER sync_zz_note AFTER INSERT OR UPDATE OF latitude, longitude, accuracy, text_content, resolved_at, released_at, scope, changed
  ON alerts FOR EACH ROW WHEN (NEW.scope = 'group' AND NEW.home_unit IS NULL) EXECUTE FUNCTION sync_note_alert();
CREATE TRIGGER sync_touch_removal AFTER DELETE ON alerts FOR EACH ROW WHEN (OLD.scope = 'group')
  EXECUTE FUNCTION sync_touch_alert_removal();
CREATE TRIGGER sync_zz_note_removal AFTER DELETE ON alerts FOR EACH ROW WHEN (OLD.scope = 'group' AND OLD.home_unit IS NULL)
  EXECUTE FUNCTION sync_note_alert_removal();
CREATE TRIGGER sync_touch AFTER INSERT OR UPDATE OF kind, severity, close_reason, close_note ON alert_handling
  FOR EACH ROW EXECUTE FUNCTION sync_touch_handling();
CREATE TRIGGER sync_zz_note AFTER INSERT ON alert_ledger REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION sync_note_ledger();
CREATE TRIGGER sync_zz_note_change AFTER UPDATE ON alert_ledger REFERENCING NEW TABLE AS written
  FOR EACH STATEMENT EXECUTE FUNCTION sync_note_ledger();

-- As sync_switch(), which the version before calls, with the tables of pages and alerts. Returns the tables of which a trigger was
-- not so already.
CREATE FUNCTION sync_switch_triggers(is_on boolean) RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE one record;
BEGIN
  FOR one IN SELECT tgname, tgrelid::regclass AS tab FROM pg_trigger
    WHERE tgname LIKE CASE WHEN is_on THEN 'sync\_%' ELSE 'sync\_zz\_%' END AND tgrelid IN ('users'::regclass, 'feeds'::regclass,
      'posts'::regclass, 'comments'::regclass, 'likes'::regclass, 'pages'::regclass, 'page_revisions'::regclass,
      'alert_groups'::regclass, 'alerts'::regclass, 'alert_handling'::regclass, 'alert_ledger'::regclass)
      AND (tgenabled = 'D') = is_on ORDER BY tgrelid, tgname
  LOOP
    EXECUTE format('ALTER TABLE %s %s TRIGGER %I', one.tab, CASE WHEN is_on THEN 'ENABLE' ELSE 'DISABLE' END, one.tgname);
    RETURN NEXT one.tab::text;
  END LOOP;
END $$;

ALTER TABLE alert_groups DISABLE TRIGGER sync_touch, DISABLE TRIGGER sync_zz_note;
ALTER TABLE alerts DISABLE TRIGGER sync_touch, DISABLE TRIGGER sync_zz_note,
  DISABLE TRIGGER sync_touch_removal, DISABLE TRIGGER sync_zz_note_removal;
ALTER TABLE alert_handling DISABLE TRIGGER sync_touch;
ALTER TABLE alert_ledger DISABLE TRIGGER sync_zz_note, DISABLE TRIGGER sync_zz_note_change;

-- As sync_deleted(), which the version before calls, with pages and alerts.
CREATE FUNCTION sync_deleted_rows() RETURNS TABLE (kind text, key text) LANGUAGE sql STABLE AS $$
  SELECT kind, key FROM sync_deleted()
  UNION ALL SELECT kind, key FROM sync_deleted_pages()
  UNION ALL SELECT kind, key FROM sync_removed WHERE kind = 'alert'
$$;
