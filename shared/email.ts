// Addresses of e-mail, the same at every door: which are taken, and when two of them are one. A domain may be written in
// any script; mail servers and our keys know it by its ASCII spelling (punycode).

/** The form in which addresses are hashed in lists: trimmed and in lower case, nothing else. */
export const normaliseEmail = (text: string): string => text.trim().toLowerCase()

/** Letters of any script may stand in a domain; what never carries mail may not. */
const label = /^[\p{L}\p{N}]([\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u
const isAscii = (text: string) => /^[\x21-\x7e]*$/.test(text)
const isNumber = (text: string | undefined) => /^\p{N}*$/u.test(text ?? '')

/** The ASCII spelling of a domain, as mail servers know it; undefined when it has none. */
function asciiDomain(domain: string): string | undefined {
  if (isAscii(domain)) return domain.toLowerCase()
  const written = domain.split('.')
  // Nothing that means something in an address of the web may stand in it, and no number be its end.
  if (!written.every((part) => label.test(part)) || isNumber(written.at(-1))) return undefined
  try {
    const { hostname } = new URL(`http://${domain}`)
    const labels = hostname.split('.')
    // What maps to numbers is the address of a machine.
    return isNumber(labels.at(-1)) || labels.some((part) => part.length > 63) ? undefined : hostname
  } catch {
    return undefined
  }
}

function parts(email: string): { local: string; domain: string } | undefined {
  const at = email.lastIndexOf('@')
  return at < 0 ? undefined : { local: email.slice(0, at), domain: email.slice(at + 1) }
}

/** Where mail to an address is sent: its domain in ASCII. An address that has no such spelling stays as it is. */
export function postalEmail(email: string): string {
  const found = parts(email)
  return found ? `${found.local}@${asciiDomain(found.domain) ?? found.domain}` : email
}

/** By what an address is known and compared: two spellings of one domain are one. Takes any text, so that unknown names do no harm. */
export const emailKey = (text: string): string => postalEmail(normaliseEmail(text))

export const isSameEmail = (one: string, other: string): boolean => emailKey(one) === emailKey(other)

// Nearly every address there is, in one look; what it does not know is judged by the wider rules below.
const plain = /^[\w+-]+(?:\.[\w+-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/
/** Whether a text in lower case is an address beyond any doubt. */
export const isPlainEmail = (text: string) => text.length <= 254 && text.indexOf('@') <= 64 && plain.test(text)

// What our mail can be sent to, in its ASCII spelling: the service that sends it takes nothing else before the @.
const postal =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+(?:[A-Za-z]{2,}|xn--[A-Za-z0-9-]+)$/

const isPostal = (email: string): boolean => {
  const key = emailKey(email)
  return key.length <= 254 && postal.test(key)
}

const localPart = /^[^\s@"(),:;<>[\]\\\p{C}]{1,64}$/u

/** Whether this is an address, of no matter what script: what lists take, whose addresses are compared and get no mail of ours. */
export function isEmail(text: string): boolean {
  if (text.length > 254) return false
  const { local, domain } = parts(text) ?? { local: '', domain: '' }
  const labels = domain.split('.')
  if (!localPart.test(local) || /^\.|\.\.|\.$/.test(local)) return false
  return labels.length > 1 && labels.every((part) => label.test(part)) && !isNumber(labels.at(-1))
}

export const WRONG_EMAIL = 'Enter a valid e-mail address.'
const LOCAL_ONLY = 'Use the letters a to z before the @. Letters of other scripts are taken behind it only.'

/** Why an address cannot be one that gets mail of ours, as a sentence; undefined when it can. */
export function refusalForEmail(text: string): string | undefined {
  const email = text.trim()
  if (isPostal(email)) return undefined
  return isEmail(email) && !isAscii(parts(email)?.local ?? '') ? LOCAL_ONLY : WRONG_EMAIL
}
