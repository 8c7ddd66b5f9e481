/**
 * Limits that several modules or only the server enforce. A limit that only one schema has is beside the schema.
 * Sections refer to the specification.
 */

/** Characters of a message (section 9). The English catalogue says 1000; both languages use 10000. */
export const MESSAGE_MAX = 10_000
/** Hours after sending in which the sender of a message may edit it. */
export const MESSAGE_EDIT_HOURS = 24
/** Max versions of a message: each edit keeps the text before it. */
export const MESSAGE_VERSIONS_MAX = 50
/** UTF-16 units of a message that a quote of it shows. */
export const QUOTE_MAX = 300
/** Max pinned messages of a thread. */
export const PINS_MAX = 20
/** Max messages that a user has hidden for themselves. */
export const HIDDEN_MESSAGES_MAX = 2000
/** Max emoji of the reactions to a message. */
export const REACTION_EMOJI_MAX = 20
/** Readers whose reactions a message lists. All of them have a route of their own. */
export const REACTIONS_LISTED_MAX = 200
/** Days for which the server keeps when a member has received and read messages. */
export const RECEIPT_DAYS = 30
/** Characters of the text of an SOS. Longer texts are cut, because an SOS is never refused. */
export const ALERT_TEXT_MAX = 10_000
/** Characters of the text of an SOS from callers without a session when their storage budget is used up. */
export const ALERT_TEXT_WHEN_FULL_MAX = 1000
/** Megabytes that all callers without a session may store together. `ANONYMOUS_MB` overrides it. */
export const ANONYMOUS_MB_DEFAULT = 2048
/**
 * Megabytes that one network address may store in a day without a session. `ANONYMOUS_MB_PER_ADDRESS` overrides it. A
 * shelter shares one address.
 */
export const ANONYMOUS_MB_PER_ADDRESS_DEFAULT = 512
/** Megabytes of files that a user may send in a day, unless an administrator changes it (decisions/0175). */
export const DAILY_FILES_MB_DEFAULT = 1000
/** Messages, posts and other texts that a user may send in a day, unless an administrator changes it. */
export const DAILY_TEXTS_DEFAULT = 5000
/** Min and max of both settings. */
export const DAILY_FILES_MB_MIN = 50
export const DAILY_TEXTS_MIN = 200
export const DAILY_LIMIT_MAX = 1_000_000
/** Hours for which an account is new. A new account has a tenth of the limits, but at least the values below. */
export const NEW_ACCOUNT_HOURS = 24
export const NEW_ACCOUNT_SHARE = 0.1
export const NEW_ACCOUNT_FILES_MB_MIN = 50
export const NEW_ACCOUNT_TEXTS_MIN = 200
/** The new accounts of one network address may send as much as this number of them. A shelter may share one address. */
export const NEW_ACCOUNTS_PER_ADDRESS = 50
/** Days that the list of the biggest senders covers. */
export const SENDER_DAYS = 7
/** Users in the list of the biggest senders. */
export const SENDERS_SHOWN = 20
/** Characters of a caption under a photo, video or recording. */
export const CAPTION_MAX = 500
/** Min characters of the name of a group (section 9). */
export const GROUP_NAME_MIN = 3
/** Max characters of the name of a group (section 9). */
export const GROUP_NAME_MAX = 30
/** Max characters of the description of a group. */
export const GROUP_DESCRIPTION_MAX = 500
/** Members of one group chat, including its admins. */
export const GROUP_MEMBERS_MAX = 1000
/** Members that a group and its messages list. A larger group has its members at their own route only. */
export const GROUP_MEMBERS_LISTED_MAX = 200
/** Days for which the server recognises a repeated write by its client id. */
export const CLIENT_ID_DAYS = 7
/** Milliseconds for which an answer to an alert may wait on a device: a year. */
export const ANSWER_AGE_MAX_MS = 365 * 86_400_000
/** Hours after the last confirmation after which a report on the map ends. Its observation waits no longer on a device. */
export const FIELD_REPORT_HOURS = 24
/** Threads whose watermarks one request changes. */
export const STATUS_UPDATES_MAX = 500
/** Max milliseconds from now to the end of a mute. A longer one is a mute without an end. */
export const MUTE_MAX_MS = 7 * 86_400_000
/** Max unread count of a thread; badges show '99+' from 100. */
export const UNREAD_MAX = 1000
/** Characters of the search text for messages. */
export const MESSAGE_SEARCH_MAX = 100
/** Min characters of the name of a feed (section 5). */
export const FEED_NAME_MIN = 4
/** Max characters of the name of a feed (section 5). */
export const FEED_NAME_MAX = 30
/** Max characters of the description of a feed. */
export const FEED_DESCRIPTION_MAX = 1000
/** Characters of a post's text (section 9). */
export const POST_MAX = 1500
/** Posts of one page of a feed by default (section 9). */
export const POST_PAGE = 30
/** Max posts of one page of a feed that a caller may request. */
export const POST_PAGE_MAX = 100
/** Posts in one reply for the map of a feed. If there are more, the newest are returned. */
export const POSTS_ON_MAP_MAX = 500
/** Characters of the text that a map pin shows of its post. */
export const PIN_TEXT_MAX = 140
/** Characters of a reviewer's remarks. */
export const REVIEW_REMARKS_MAX = 1000
/** Characters of a comment. Section 9 limits edits; new comments have the same limit, so that they can be edited. */
export const COMMENT_MAX = 1000
/** Min characters of a page's title (section 5). */
export const PAGE_TITLE_MIN = 4
/** Max characters of a page's title (section 5). */
export const PAGE_TITLE_MAX = 100
/** Characters of a page's content, as JSON. */
export const PAGE_CONTENT_MAX = 1_000_000
/** Max objects and arrays in the content of a page, including attributes and marks. */
export const PAGE_NODES_MAX = 50_000
/** Max nesting depth of the objects and arrays in the content of a page. */
export const PAGE_DEPTH_MAX = 60
/** Max width in pixels of a resized image or embed on a page (section 5). */
export const PAGE_PICTURE_WIDTH_MAX = 500
/** Max height in pixels of a resized image or embed on a page (section 5). */
export const PAGE_PICTURE_HEIGHT_MAX = 400
/** Initial width of an embed in pixels. */
export const EMBED_WIDTH = 280
/** Initial height of an embed in pixels. */
export const EMBED_HEIGHT = 300
/** Characters of the excerpt on the card of a page. */
export const PAGE_EXCERPT_MAX = 280
/** Characters of the search text for pages. */
export const PAGE_SEARCH_MAX = 100
/** Drafts in one reply. */
export const DRAFT_PAGE = 20
/** Characters of the alternative text of an image. */
export const ALT_TEXT_MAX = 300
/** People whom one user calls together: a call has at most four people, including the caller (section 9). */
export const CALL_OTHERS_MAX = 3
/** People in one call, including the host: those who are in it and those for whom it rings. */
export const CALL_PEOPLE_MAX = CALL_OTHERS_MAX + 1
/** Sessions of one call, over and active ones: each event about the call contains them all. */
export const CALL_SESSIONS_MAX = 100
/** Calls on one page of the history. */
export const CALL_PAGE = 20
/** Sessions in one request to leave calls. */
export const CALL_SESSIONS_LEFT_MAX = 50
/** Milliseconds after which a session of a call without an acknowledgement is unreachable. */
export const CALL_UNREACHABLE_MS = 10_000
/** Milliseconds after which a ringing session of a call is missed. */
export const CALL_MISSED_MS = 30_000
/** Milliseconds between two heartbeats of a page in a call. */
export const CALL_HEARTBEAT_MS = 10_000
/** Milliseconds without a heartbeat after which a participation in a call ends. */
export const CALL_VANISHED_MS = 35_000
/** Users in one radio chat. */
export const RADIO_MEMBERS_MAX = 200
/** Max milliseconds of one transmission. */
export const RADIO_TRANSMISSION_MS = 60_000
/** Milliseconds of sound in one packet of the radio. */
export const RADIO_PACKET_MS = 20
/** Milliseconds without a frame after which a speaker loses the floor. */
export const RADIO_SPEAKER_LOST_MS = 1500
/** Minutes without a transmission after which a radio chat ends. */
export const RADIO_SILENT_MINUTES = 10
/** Milliseconds for which the popup of an incoming radio chat is shown (section 9). */
export const RADIO_POPUP_MS = 30_000
/** Max bytes of one part of a voice post. */
export const AUDIO_PART_BYTES_MAX = 256 * 1024
/** Max bytes of all parts of a voice post: a minute at 256 kbit/s. */
export const AUDIO_BYTES_MAX = 2 * 1024 * 1024
/** Max parts of a voice post: one a second (section 9), twice as many as a minute needs. */
export const AUDIO_PARTS_MAX = 120
/** Characters of a text that is read aloud: some 40 s. Of longer messages, the beginning is read. */
export const READ_ALOUD_MAX = 500
/** Max bytes of a voice note that gets a transcript: about seven minutes as browsers record it. */
export const VOICE_NOTE_BYTES_MAX = 7 * 1024 * 1024
/** Contacts whose names a spoken command may contain. */
export const HANDS_FREE_NAMES_MAX = 150
/** Characters of the text of a command. */
export const COMMAND_TEXT_MAX = 1000
/** Max milliseconds of a spoken command. */
export const SPOKEN_COMMAND_MS = 15_000
/** Characters of a partial text at which a spoken command ends (specification, section 4). */
export const SPOKEN_TEXT_MAX = 300
/** Files in one upload. */
export const FILES_MAX = 10
/** Megabytes (bytes / 1048576, section 5) of one file. `MAX_UPLOAD_MB` overrides it. */
export const UPLOAD_MB_DEFAULT = 25
/** Bytes of a megabyte, in which all sizes of files are given (section 5). */
export const BYTES_PER_MB = 1_048_576
/** Max megabytes of a map archive with streets. `MAX_MAP_MB` overrides it. */
export const MAP_MB_DEFAULT = 8192
/** Min value of the max zoom of a map archive with streets. */
export const STREETS_ZOOM_MIN = 12
/** Min characters of a new password at registration and reset. Login has no minimum. */
export const PASSWORD_MIN = 8
/** Max characters of a password, which limits the time that hashing takes. */
export const PASSWORD_MAX = 200
/** Characters of a first or last name. */
export const NAME_MAX = 60
/** Users that a search returns. */
export const PEOPLE_FOUND_MAX = 20
/** Recovery codes of a second factor. */
export const RECOVERY_CODES = 10
/** Minutes for which the link that confirms a new email address is valid. */
export const EMAIL_CONFIRMATION_MINUTES = 60
/** Minutes for which a password reset link is valid. */
export const RESET_MINUTES = 30
/** Width and height of a profile picture in pixels. */
export const AVATAR_PIXELS = 512
/** Minutes within which a second SOS of the same raiser or device joins the first. */
export const SOS_JOIN_MINUTES = 2
/**
 * Seconds by which the server's clock may jump, or a stored time may be in the future, before the clock counts as
 * wrong.
 */
export const CLOCK_TOLERANCE_SECONDS = 60
/** Files that a device may add to its alert with an alert token, without a session. */
export const ALERT_TOKEN_FILES_MAX = 50
/** Hours after the resolution in which the raiser or an administrator may reopen an alert and its token stays valid. */
export const REOPEN_HOURS = 24
/** Hours after which a shared location is deleted. */
export const LOCATION_HOURS = 24
/** Alerts or messages in one reply. */
export const PAGE_SIZE = 50
/** Alerts in one `alert:delivered` command. */
export const DELIVERED_MAX = 500
/** Max characters of the title of a dashboard section (section 5). */
export const SECTION_TITLE_MAX = 60
/** Max characters of the text of a dashboard link (section 5). */
export const LINK_TEXT_MAX = 60
/** Characters of the URL of a link. */
export const LINK_URL_MAX = 2000
/** Users that one request adds to a group or removes from it. */
export const MEMBERS_AT_ONCE_MAX = 500
/** Characters of the search text for users. */
export const SEARCH_MAX = 100
/** Max days until an invitation link expires. */
export const INVITATION_DAYS_MAX = 365
/** Max registrations by one invitation link. */
export const INVITATION_USES_MAX = 1000
/** Max characters of the label of an invitation link. */
export const INVITATION_LABEL_MAX = 60
/** Minutes after which an active alert rings again for recipients who have not seen it. */
export const ALERT_REPEAT_MINUTES = [2, 5, 15] as const
/** Alerts in one `alert:repeat` event. If there are more, the newest are sent. */
export const ALERT_REPEATS_MAX = 200
/** Max alerts in one reminder that they stand still. Further ones follow in the next one. */
export const STALLED_ALERTS_MAX = 100
/** Minutes after which a drill is deleted. */
export const DRILL_MINUTES = 60
/** Max devices of one user in the list for administrators. */
export const DEVICES_SHOWN_MAX = 10
/**
 * Hours after which the report of a device without notifications no longer counts as ready while its page is closed. A
 * closed page is silent; most users open it again within a day.
 */
export const READY_HOURS = 24
/** Minutes within which a device of a user must acknowledge an alarm. Otherwise the user counts as not reached. */
export const ALARM_DELIVERY_MINUTES = 5
/** Minutes for which an administrator mutes a source of anonymous alerts. */
export const SOURCE_MUTE_MINUTES = 60
/** Days after which the source of an anonymous alert is deleted. */
export const SOURCE_KEPT_DAYS = 7
/** Alert tokens, and unsent SOS, that a page on HTTP hands over to HTTPS at once. */
export const HANDOVER_ITEMS_MAX = 50

/** Max devices of one user that receive notifications. A new device replaces the oldest one. */
export const PUSH_DEVICES_MAX = 20

/** Max threads of one user whose draft the server keeps for the user's other devices. */
export const DRAFTS_MAX = 200
/** Milliseconds between two reports of a page that the user has the app on the screen. */
export const SEEN_REPORT_MS = 60_000
/** Milliseconds after its last report for which a user counts as online. */
export const ONLINE_MS = 90_000

/** Max siren screens of one server. */
export const SIREN_SCREENS_MAX = 200
/** Hours for which the code of a siren screen is valid. */
export const SIREN_CODE_HOURS = 24
/** Max alerts that a siren screen shows. If there are more, it shows the newest ones and the total number. */
export const SIREN_ALERTS_MAX = 20
