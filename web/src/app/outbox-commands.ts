/**
 * Registers the commands of features whose screens may not be open, so that each page sends their unsent entries.
 * Messages are registered by their overlay, SOS and answers to alerts by the first bundle.
 */
import '../features/comments/unsent-comments.ts'
import '../features/feeds/unsent-likes.ts'
import '../features/feeds/unsent-posts.ts'
import '../features/pages/unsent-drafts.ts'
