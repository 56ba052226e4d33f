// Webhooks and tools that leads do not reach: of a company, of an agency with its clients, or of a whole platform.
import { tools } from '#shared/integrations/tools.ts'
import type { FailingReceiver } from '../../../data/integrations/failing.ts'
import type { Attention, Deps } from './types.ts'

/** So many are named; of the others only how many there are is said. */
const MOST_NAMED = 8

const nameOf = ({ slug, label, host }: FailingReceiver) =>
  slug ? tools[slug].name : label ? `the webhook ${label}` : `the webhook at ${host}`

/** Webhooks that serve all campaigns stand on a page of their own; those of one stand with it. */
const slugOf = ({ slug, scope }: FailingReceiver) => slug ?? (scope === 'all' ? 'zapier' : '')

function whyOf({ lostAt, lostWords, offAt, offReason, failingSince }: FailingReceiver) {
  if (lostAt > 0) return { kind: 'receiver_lost' as const, words: lostWords, at: lostAt }
  if (offAt > 0 || offReason) return { kind: 'receiver_off' as const, words: offReason, at: offAt }
  return { kind: 'receiver_failing' as const, words: '', at: failingSince }
}

/** `ownId`: the reader's company, whose receivers need no name of a company. */
export function receiversToMend(
  { db }: Deps,
  failing: readonly FailingReceiver[],
  ownId: string,
): Promise<Attention[]> {
  const named = failing.slice(0, MOST_NAMED).map(async (receiver): Promise<Attention> => {
    const { kind, words, at } = whyOf(receiver)
    const isOwn = receiver.companyId === ownId
    const owner = isOwn ? undefined : await db.company.find(receiver.companyId)
    return {
      kind,
      name: nameOf(receiver),
      slug: slugOf(receiver),
      reasons: [owner?.name ?? '', words].filter(Boolean),
      ...(at > 0 && { at }),
      ...(!isOwn && { companyId: receiver.companyId }),
    }
  })
  return Promise.all(named)
}
