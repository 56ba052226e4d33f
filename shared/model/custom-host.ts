/** A host name an agency may bring: lower case, without port, path or scheme. */
export type HostFault = 'not_a_host' | 'ours' | 'apex'

const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?'
const form = new RegExp(`^(?=.{4,253}$)(${label}\\.)+[a-z][a-z0-9-]*[a-z0-9]$`)
/** Endings under which people register names themselves, so that one label above them is still somebody's apex. */
const twoLabelEndings = new Set([
  'co.uk',
  'org.uk',
  'com.au',
  'net.au',
  'co.nz',
  'com.br',
  'co.za',
  'com.mx',
  'co.jp',
  'co.in',
  'com.sg',
  'com.tr',
])

/** What a person typed or pasted, as a plain host name: no scheme, path or final dot; letters of other scripts in their ASCII form. */
export function normaliseHost(text: string): string {
  const bare = text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/[/?#].*$/, '')
    .replace(/\.$/, '')
  try {
    return new URL(`https://${bare}`).hostname
  } catch {
    return bare
  }
}

/** Why a host cannot be a custom domain, or nothing. An apex cannot carry the CNAME record that points here. */
export function hostFaultOf(host: string, platformDomain: string): HostFault | undefined {
  if (!form.test(host) || /^\d+(\.\d+){3}$/.test(host)) return 'not_a_host'
  if (host === platformDomain || host.endsWith(`.${platformDomain}`)) return 'ours'
  const labels = host.split('.')
  const needed = twoLabelEndings.has(labels.slice(-2).join('.')) ? 4 : 3
  return labels.length < needed ? 'apex' : undefined
}

export const hostFaultTexts: Record<HostFault, string> = {
  not_a_host: 'Enter a domain such as leads.example.com.',
  ours: 'This domain belongs to the platform. Choose a sub-domain in the settings instead.',
  apex: 'Use a sub-domain such as leads.example.com: a domain without one cannot point here.',
}
