// Addresses of pages on which a pixel stands, by one rule wherever they are typed or read.
const WRONG = 'Enter the whole address of the page, such as https://www.example.com/.'

const CLOSED = 'This page does not lie on the public internet.'

/** Names and numbers that mean one machine or one network, and nobody's site: no visitor comes from there. */
const closedHost =
  /^(?:0|10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.[\d.]+$|\.(?:local|localhost|internal|intranet|lan)$/

/** Why a text is no address of a page, as a sentence; undefined when it is one, or empty. */
export function refusalForPage(text: string): string | undefined {
  if (text === '') return undefined
  const url = URL.parse(text)
  const isPage = url !== null && /^https?:$/.test(url.protocol) && url.hostname.includes('.') && url.username === ''
  if (!isPage) return WRONG
  return closedHost.test(url.hostname) ? CLOSED : undefined
}

/** The address as it is meant: people leave out how a page is fetched. */
export const wholePageAddress = (text: string): string => {
  const address = text.trim()
  return address === '' || /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`
}
