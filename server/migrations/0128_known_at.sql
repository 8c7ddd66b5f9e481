-- The time at which the unit told `known`, by its clock, but not later than this server received it. null: it has told nothing.
ALTER TABLE sync_units ADD known_at timestamptz;
