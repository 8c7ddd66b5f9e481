-- The radio chat of a thread that ended last is found without reading the earlier ones.
CREATE INDEX radio_chats_ended ON radio_chats (thread_id, id) WHERE ended_at IS NOT NULL;
