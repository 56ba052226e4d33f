// What an agency is still to get of a refund whose payer has its money, and what operators have to see to.
import type { RefundPart } from '../model/campaign-bill.ts'

type Owed = RefundPart['owed']

/** Whether anything of it is asked for anew by itself: what the bank of the agency's card sent back is not. */
export const isAskedAgain = (owed: Owed): boolean =>
  owed !== undefined && (owed.isAsked || owed.feeCents > 0 || (owed.agencyCents > 0 && !owed.isSentBack))

/** Of what an agency is owed that which is asked for anew. */
export const askedAgainOf = ({ feeCents, agencyCents, isSentBack }: NonNullable<Owed>) => ({
  feeCents,
  agencyCents: isSentBack ? 0 : agencyCents,
})

/** A part as far as it went: without what its agency did not get. */
export const wentOf = (part: RefundPart): RefundPart => ({
  ...part,
  feeCents: part.feeCents - (part.owed?.feeCents ?? 0),
  agencyCents: part.agencyCents - (part.owed?.agencyCents ?? 0),
})

/** Since when operators have something to see to, and whose; undefined for nothing. */
export const toSeeSince = ({
  status,
  unknown,
  waits,
  owed,
}: RefundPart): { since: number; rootId: string } | undefined =>
  owed ?? (status === 'open' ? unknown : status === 'failed' ? waits : undefined)
