// An agency belongs to a platform: its rows name the platform's company and lie below its domain. On the way both have names that
// no platform has, so that the same agency is the same text no matter where it comes from.
import { changeRow, kindOf, type Raw } from './raw.ts'

/** An id that nobody is given: an instant of 1970 without any chance in it. */
const SOME_ROOT = 'com_00000000000000000000000000'
const SOME_DOMAIN = 'platform.invalid'

export type Platform = { rootId: string; domain: string }

/** Their hashes follow from what they say: a letter changed, and the chain would not hold. */
const verbatim = new Set(['auditLog', 'userLogHead'])

function moved(item: Raw, from: Platform, to: Platform): Raw {
  const kind = kindOf(item)
  if (verbatim.has(kind)) return item
  const end = `.${from.domain}`
  return changeRow(item, (text) => {
    const named = text.replaceAll(from.rootId, to.rootId)
    return kind === 'domain' && named.endsWith(end) ? `${named.slice(0, -end.length)}.${to.domain}` : named
  })
}

const nowhere: Platform = { rootId: SOME_ROOT, domain: SOME_DOMAIN }
export const toNowhere = (item: Raw, from: Platform): Raw => moved(item, from, nowhere)
export const fromNowhere = (item: Raw, to: Platform): Raw => moved(item, nowhere, to)
