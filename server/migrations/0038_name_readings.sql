-- The name in kana that the user entered, family name first. Spoken commands use it (decisions/0094).
ALTER TABLE users ADD name_reading text NOT NULL DEFAULT '';
