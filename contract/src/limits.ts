/** Every number that server and web both enforce. Sections are the specification's. */

/** Characters of a message's text (section 9; the English catalogue's 1000 is overruled: both languages print this one). */
export const MESSAGE_MAX = 10_000
/** Characters of the words of an SOS; longer ones are cut, since an SOS is never refused. */
export const ALERT_TEXT_MAX = 10_000
/** Characters of a caption under a photo, video or recording. */
export const CAPTION_MAX = 500
/** Characters of a group's name (section 9), and of its description. */
export const GROUP_NAME_MIN = 3
export const GROUP_NAME_MAX = 30
export const GROUP_DESCRIPTION_MAX = 500
/** People in one group chat, with its admins. */
export const GROUP_MEMBERS_MAX = 1000
/** Threads whose watermarks one call moves. */
export const STATUS_UPDATES_MAX = 500
/** Unread messages of a thread are counted up to here: a badge says '99+' long before. */
export const UNREAD_MAX = 1000
/** Characters that a search in messages looks at. */
export const MESSAGE_SEARCH_MAX = 100
/** Characters of a feed's name (section 5), and of its description. */
export const FEED_NAME_MIN = 4
export const FEED_NAME_MAX = 30
export const FEED_DESCRIPTION_MAX = 1000
/** Characters of a post's text (section 9). */
export const POST_MAX = 1500
/** Posts of a page of a feed (section 9), and how many a caller may ask for. */
export const POST_PAGE = 30
export const POST_PAGE_MAX = 100
/** Posts that one answer of a feed's map holds; of more, the newest. */
export const POSTS_ON_MAP_MAX = 500
/** Characters of a post's text on its pin of the map. */
export const PIN_TEXT_MAX = 140
/** Characters of a reviewer's remarks. */
export const REVIEW_REMARKS_MAX = 1000
/** Characters of a comment (section 9 limits edits; a new one holds no more, so that it can be edited). */
export const COMMENT_MAX = 1000
/** Characters of a page's title (section 5). */
export const PAGE_TITLE_MIN = 4
export const PAGE_TITLE_MAX = 100
/** Characters of a page's content, as JSON. */
export const PAGE_CONTENT_MAX = 1_000_000
/** Objects and lists in a page's content, attributes and marks counted, and how deep they may lie in one another. */
export const PAGE_NODES_MAX = 50_000
export const PAGE_DEPTH_MAX = 60
/** Pixels that an image or a frame on a page is at most resized to (section 5), and what an embed has at first. */
export const PAGE_PICTURE_WIDTH_MAX = 500
export const PAGE_PICTURE_HEIGHT_MAX = 400
export const EMBED_WIDTH = 280
export const EMBED_HEIGHT = 300
/** Characters that a page's card holds of its text. */
export const PAGE_EXCERPT_MAX = 280
/** Characters that a search for pages looks at. */
export const PAGE_SEARCH_MAX = 100
/** Rows of a page of drafts. */
export const DRAFT_PAGE = 20
/** Characters of an image's description. */
export const ALT_TEXT_MAX = 300
/** Files in one upload. */
export const FILES_MAX = 10
/** Megabytes (bytes / 1048576, section 5) of one file, unless the operator sets `MAX_UPLOAD_MB`. */
export const UPLOAD_MB_DEFAULT = 25
export const BYTES_A_MB = 1_048_576
/** Characters of a password at registration and reset; none at login. */
export const PASSWORD_MIN = 8
/** More would only cost the hash time. */
export const PASSWORD_MAX = 200
/** Characters of a first or last name. */
export const NAME_MAX = 60
export const EMAIL_MAX = 254
/** Characters of an address line, and of a city, state or country. */
export const ADDRESS_MAX = 200
export const PLACE_MAX = 100
/** People whom a search names. */
export const PEOPLE_FOUND_MAX = 20
/** Minutes in which the link for a new password holds. */
export const RESET_MINUTES = 30
/** Pixels of a side of a profile picture. */
export const AVATAR_PIXELS = 512
/** Minutes in which a second SOS of the same raiser or device joins the first. */
export const SOS_JOIN_MINUTES = 2
/** Hours in which the raiser or an administrator may reopen an alert; an alert token lives as long after the resolution. */
export const REOPEN_HOURS = 24
/** Hours after which a shared position is gone. */
export const POSITION_HOURS = 24
/** Rows of a page of alerts or messages. */
export const PAGE_SIZE = 50
/** Alerts that one socket may acknowledge at once. */
export const DELIVERED_MAX = 500
/** Characters of the titles of dashboard sections and of their links (section 5). */
export const SECTION_TITLE_MAX = 60
export const LINK_TEXT_MAX = 60
/** Characters of a link's address. */
export const LINK_URL_MAX = 2000
/** Rows that one call puts in order. */
export const ORDER_MAX = 1000
/** Characters of an alert group's name. */
export const ALERT_GROUP_NAME_MAX = 60
/** People whom one call adds to a group or removes from it. */
export const MEMBERS_AT_ONCE_MAX = 500
/** Characters that a search for people looks at. */
export const SEARCH_MAX = 100
/** Characters of the unit's name. */
export const UNIT_NAME_MAX = 60
/** An invitation link: how long it may last, how many may use it, characters of its label. */
export const INVITATION_DAYS_MAX = 365
export const INVITATION_USES_MAX = 1000
export const INVITATION_LABEL_MAX = 60
/** Characters of the names in LACS groups and units, and of a subdomain (one label of a host name). */
export const LACS_TEXT_MAX = 100
export const SUBDOMAIN_MAX = 63
/** People who may look after one LACS unit. */
export const LACS_UNIT_ADMINS_MAX = 50
/** Minutes after which an alert that somebody has not seen rings again for them, while it is active. */
export const ALERT_REPEAT_MINUTES = [2, 5, 15] as const
/** Alerts that one repeated alarm names; of more, the newest. */
export const ALERT_REPEATS_MAX = 200
