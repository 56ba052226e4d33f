import { type Funnel, matchedIn, seenIn } from '#shared/reports/funnel.ts'

export function toFunnelWire(funnel: Funnel) {
  const { stored, undelivered, noFunds, ...ends } = funnel
  return {
    ...ends,
    pixel_visits: seenIn(funnel),
    provider_matches: matchedIn(funnel),
    leads: stored,
    no_funds: noFunds,
    delivery_failed: undelivered,
  }
}
