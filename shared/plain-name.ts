// Names that strangers chose, as mails show them: nothing in them becomes a link, or looks like somebody's address.
import { shortenText } from './text.ts'

const MOST = 60
/** Anything that is no letter, digit, blank or one of few marks. */
const other = /[^\p{L}\p{M}\p{N} &'’,.-]/gu
/** A dot inside of a word makes it a host; one at its end is an abbreviation. */
const innerDot = /\.(?=\S)/gu
const beginnings = /(?<![\p{L}\p{N}])(?:https?|ftp|mailto|www)(?![\p{L}\p{N}])/giu

/**
 * The name without anything that mail programs take for an address, at most 60 units long unless `most` says otherwise, in
 * whole signs, with an ellipsis where it was longer; empty when nothing is left.
 * @example plainName('Pay at http://evil.com') // 'Pay at evil com'
 */
export function plainName(name: string, most = MOST): string {
  const plain = name.normalize('NFC').replace(other, ' ').replace(innerDot, ' ').replace(beginnings, ' ')
  return /[\p{L}\p{N}]/u.test(plain) ? shortenText(plain.replace(/\s+/g, ' ').trim(), most) : ''
}

/** What stands before the address that a mail comes from. */
export const senderName = (name: string): string => plainName(name) || 'Account service'
