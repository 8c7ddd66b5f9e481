import { useText } from '../../platform/language/i18n.ts'

/** Says on paper that there is more than the page had loaded. */
export const MoreNotPrinted = () => <p className="print-only">{useText()('chrome.moreNotPrinted')}</p>
