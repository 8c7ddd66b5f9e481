-- When the counts of a roll-call were last emitted, by the clock of the database: the processes of a server share one event a second.
ALTER TABLE roll_calls ADD tallied_at timestamptz;
