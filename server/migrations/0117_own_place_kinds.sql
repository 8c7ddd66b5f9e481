-- Kinds of places that administrators name themselves: the name and the icon of a place of such a kind.
ALTER TABLE places ADD COLUMN own_kind text, ADD COLUMN own_icon text;
