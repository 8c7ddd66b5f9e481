-- An area on the map is an audience of a roll-call.
ALTER TABLE roll_calls DROP CONSTRAINT roll_calls_audience_check,
  ADD CONSTRAINT roll_calls_audience_check CHECK (audience IN ('everyone', 'groups', 'alert', 'area'));
-- The points of the area; null for other audiences. Whether people without a visible location were asked too.
ALTER TABLE roll_calls ADD COLUMN area jsonb, ADD COLUMN includes_unlocated boolean NOT NULL DEFAULT false;

-- The place of the community that an answer names. It may be deleted later.
ALTER TABLE person_states ADD COLUMN place_id uuid;
