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
  // Two hyphens in the third and fourth place mark names of other scripts in their ASCII form.
  const safe = plain.length < 2 || reserved.has(plain) || /^..--/.test(plain) ? `agency-${plain}` : plain
  const end = suffix ? `-${suffix}` : ''
  return `${safe.slice(0, MAX - end.length).replace(/-+$/, '')}${end}`
}
