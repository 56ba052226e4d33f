/** Names that are the platform's own, or that would let a tenant pass for it. */
const reserved = new Set(
  (
    'www api app admin root mail smtp imap pop ftp ns ns1 ns2 mx dns cdn edge origin static assets files s3 site status ' +
    'help support docs blog login signin sso auth account accounts billing pay secure security dev test staging demo ' +
    'localhost internal autodiscover autoconfig wpad postmaster abuse webmaster hostmaster noreply leadloom'
  ).split(' '),
)

const MAX = 40

/** Sub-domain out of a company's name, as people would guess it; `suffix` tells apart those whose names are alike. */
export function subdomainFrom(name: string, suffix = ''): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  const safe = plain.length < 2 || reserved.has(plain) ? `agency-${plain}` : plain
  const end = suffix ? `-${suffix}` : ''
  return `${safe.slice(0, MAX - end.length).replace(/-+$/, '')}${end}`
}

/** Why a sub-domain cannot be a tenant's, as a sentence; undefined when it can. Whether it is taken the server alone knows. */
export function subdomainFault(text: string): string | undefined {
  if (text === '') return 'Enter a sub-domain.'
  if (text.length > 63) return 'Use at most 63 characters.'
  if (!/^[a-z0-9-]+$/.test(text)) return 'Use letters, digits and hyphens only.'
  if (text.startsWith('-') || text.endsWith('-')) return 'Begin and end with a letter or a digit.'
  // Browsers show such names in another script (xn--…), in which they look like somebody else's.
  if (text.slice(2, 4) === '--') return 'Use no two hyphens after the second sign.'
  return reserved.has(text) ? 'This sub-domain is not available.' : undefined
}
