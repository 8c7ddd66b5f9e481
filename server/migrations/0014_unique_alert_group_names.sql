-- Names of alert groups are unique regardless of character width and case. The oldest group of a name keeps it; the others get a
-- number.
DO $$
BEGIN
  LOOP
    UPDATE alert_groups g SET name = g.name || ' (' || same.number || ')', updated_at = now()
    FROM (
      SELECT id, row_number() OVER (PARTITION BY searchable(name) ORDER BY created_at, id) AS number
      FROM alert_groups WHERE deleted_at IS NULL) same
    WHERE same.id = g.id AND same.number > 1;
    EXIT WHEN NOT FOUND;
  END LOOP;
END
$$;

CREATE UNIQUE INDEX alert_groups_by_name ON alert_groups (searchable(name)) WHERE deleted_at IS NULL;
