// Which hosts may show an agency's pages within theirs. A host is named in full: a pattern would let in sites of others.
import { hostFaultOf, normaliseHost } from '../model/custom-host.ts'

/** Where agencies of GoHighLevel work that have no address of their own there. */
export const usualFrameHosts = ['app.gohighlevel.com', 'app.leadconnectorhq.com'] as const
export const MOST_FRAME_HOSTS = 5

/** Names that mean one machine or one network, and nobody's public site. */
const closed = /\.(?:local|localhost|internal|intranet|lan|home|test|invalid|onion|arpa)$/

/** A host as it stands in the policy of a page, or why it cannot, as a sentence. */
export function readFrameHost(typed: string, platformDomain: string): { host: string } | { fault: string } {
  const text = typed.trim()
  if (/^http:/i.test(text)) return { fault: 'Only pages over https may show yours.' }
  if (text.includes('*')) return { fault: 'Name each host in full, without a star.' }
  const host = normaliseHost(text)
  const fault = hostFaultOf(host, platformDomain)
  if (fault === 'ours') return { fault: 'This domain belongs to the platform.' }
  if (fault === 'not_a_host' || closed.test(host)) return { fault: 'Enter a public host such as app.example.com.' }
  return { host }
}
