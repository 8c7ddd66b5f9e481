-- Returns the form in which texts are compared, as foldText() of the contract does: without case, width, accents, invisible
-- characters and spaces inside Japanese text, in hiragana, with the common forms of kanji. A test compares the two.
CREATE FUNCTION without_invisible(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN regexp_replace(words, '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g');
CREATE FUNCTION without_accents(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN replace(replace(replace(replace(
    translate(normalize(regexp_replace(normalize(words, NFD), '[\u0300-\u036f]', '', 'g'), NFC), 'øđðħıłς’ʼ‐‑–', 'oddhilσ''''---'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
-- Folds a text that is plain already.
CREATE FUNCTION folded_plain(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN regexp_replace(btrim(regexp_replace(translate(without_accents(words),
    'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶヽヾ齋斉齊邊邉髙﨑嵜碕澤濱濵滨廣嶋嶌眞國櫻惠龍冨𠮷條關實德瀨宫黑瀧槇遙亞榮圓學壽靜冲峯舘鹽鐵蘆檜藪禮豐萬與來會縣區醫驛靏栁桒圡曾增寬靑淸巖彌滿淺澁淵劍經總藏螢覺觀讀荳鄕麥堯',
    'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖゝゞ斎斎斎辺辺高崎崎崎沢浜浜浜広島島真国桜恵竜富吉条関実徳瀬宮黒滝槙遥亜栄円学寿静沖峰館塩鉄芦桧薮礼豊万与来会県区医駅鶴柳桑土曽増寛青清巌弥満浅渋渕剣経総蔵蛍覚観読豆郷麦尭'),
    '\s+', ' ', 'g')), '(?<=[\u3005\u3041-\u3096\u309d-\u309f\u30fc\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]) +(?=[\u3005\u3041-\u3096\u309d-\u309f\u30fc\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff])', '', 'g');
CREATE FUNCTION plain_text(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN without_invisible(lower(normalize(without_invisible(words), NFKC)));
CREATE FUNCTION folded(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN octet_length(words) = length(words) THEN btrim(regexp_replace(lower(words), '\s+', ' ', 'g')) ELSE folded_plain(plain_text(words)) END;
-- The same with two letters for those that some languages write so: Müller is also mueller.
CREATE FUNCTION folded_long(words text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN octet_length(words) = length(words) THEN folded(words) ELSE folded_plain(replace(replace(replace(replace(replace(normalize(plain_text(words), NFC),
    'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'å', 'aa'), 'ø', 'oe')) END;

-- The folded name in both orders, each with and without a space between, and in both spellings. A search finds its words in it.
CREATE FUNCTION name_key(first_name text, last_name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN folded(first_name || last_name) || ' ' || folded(last_name || first_name)
    || CASE WHEN folded(first_name || last_name) = folded_long(first_name || last_name) THEN ''
       ELSE ' ' || folded_long(first_name || last_name) || ' ' || folded_long(last_name || first_name) END;
ALTER TABLE users ADD name_key text NOT NULL GENERATED ALWAYS AS (name_key(first_name, last_name)) STORED;

DROP INDEX users_by_grams;
CREATE INDEX users_by_grams ON users USING gin (grams(name_key)) WITH (fastupdate = off) WHERE is_active;
CREATE INDEX users_by_folded_first_name ON users ((folded(first_name || ' ' || last_name)) COLLATE "C", id) WHERE is_active;
CREATE INDEX users_by_folded_last_name ON users ((folded(last_name || ' ' || first_name)) COLLATE "C", id) WHERE is_active;
