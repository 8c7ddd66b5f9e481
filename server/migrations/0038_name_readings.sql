-- The name in kana, family name first, as its owner entered it: spoken commands name people by it (decisions/0094).
ALTER TABLE users ADD name_reading text NOT NULL DEFAULT '';
