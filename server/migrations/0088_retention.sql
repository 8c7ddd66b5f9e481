-- Retention of messages and of the audit log (decisions/0158).

-- Messages of the type up to this number were removed, because they are older than the unit keeps them.
ALTER TABLE thread_marks ADD removed_seq bigint NOT NULL DEFAULT 0;

-- Removes the oldest audit entries, at most those of before `since`. The trigger keeps all others: it is disabled within the
-- transaction only, and no clock of a server process removes entries of the last 30 days. Other writers wait meanwhile.
CREATE FUNCTION remove_audit_entries(since timestamptz, count_max integer) RETURNS integer
LANGUAGE plpgsql SET lock_timeout = '2s' AS $$
DECLARE
  before timestamptz := LEAST(since, now() - interval '30 days');
  removed integer;
BEGIN
  IF NOT EXISTS (
    SELECT FROM (SELECT created_at FROM audit_log ORDER BY id LIMIT count_max) oldest WHERE created_at < before)
  THEN
    RETURN 0;
  END IF;
  ALTER TABLE audit_log DISABLE TRIGGER audit_log_is_append_only;
  WITH oldest AS (SELECT id, created_at FROM audit_log ORDER BY id LIMIT count_max)
  DELETE FROM audit_log a USING oldest WHERE a.id = oldest.id AND oldest.created_at < before;
  GET DIAGNOSTICS removed = ROW_COUNT;
  ALTER TABLE audit_log ENABLE TRIGGER audit_log_is_append_only;
  RETURN removed;
END $$;
