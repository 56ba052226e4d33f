// How often work that runs by itself asks the payment provider. Its limit is 25 requests a second to one endpoint; 20 are for the
// run, the rest is left to people who wait for an answer. A run's containers know nothing of each other: each asks once a
// second, and there are at most 20 of them.
import { setTimeout as sleep } from 'node:timers/promises'
import { jobs } from '#shared/jobs.ts'
import type { Payments } from '../gateways/stripe.ts'

export const CALLS_PER_SECOND = 20
const WORKERS = jobs.billCampaign.concurrency + jobs.makeInvoices.concurrency
const INTERVAL_MS = (1000 * WORKERS) / CALLS_PER_SECOND

/** Real time, no matter what the platform's clock says; tests bring their own. */
export const time = { now: () => performance.now(), sleep: (ms: number): Promise<unknown> => sleep(ms) }

/** One turn after the other for each endpoint. Also the first waits, because another container may have ended just now. */
export function openTurns(intervalMs = INTERVAL_MS) {
  const next = new Map<string, number>()
  const opened = time.now()
  return async (endpoint: string): Promise<void> => {
    const now = time.now()
    const at = Math.max(now, next.get(endpoint) ?? opened + intervalMs)
    next.set(endpoint, at + intervalMs)
    if (at > now) await time.sleep(at - now)
  }
}

type Door = Pick<Payments, 'charge' | 'findCharge' | 'cancel' | 'refund' | 'refundFee' | 'readRefunds'>

/** The same door, through which one goes in turn. */
export function paced(door: Door, turn: (endpoint: string) => Promise<void>): Door {
  return {
    charge: (request) => turn('charge').then(() => door.charge(request)),
    findCharge: (request) => turn('findCharge').then(() => door.findCharge(request)),
    cancel: (request) => turn('cancel').then(() => door.cancel(request)),
    refund: (request) => turn('refund').then(() => door.refund(request)),
    refundFee: (request) => turn('refundFee').then(() => door.refundFee(request)),
    readRefunds: (place) => turn('readRefunds').then(() => door.readRefunds(place)),
  }
}
