// What an agency's payment account means for its campaigns: clients who pay by card pay into it, so nothing may be sold to them while
// it takes no cards. They stand still as after a failed payment, and are paused as soon as it works again.
import { nextState } from '#shared/campaigns/state.ts'
import type { Campaign } from '#shared/model/campaign.ts'
import type { Company } from '#shared/model/company.ts'
import type { Db } from '../../data/index.ts'
import type { Queues } from '../../gateways/queue.ts'
import { notReady } from '../../gateways/stripe/outcome.ts'
import { allCampaigns, runningCampaigns } from '../campaigns/all.ts'
import { stopCampaigns } from '../campaigns/stop.ts'
import { mapConcurrent } from '../lib/map-concurrent.ts'
import { tellPeople } from '../mail/tell-people.ts'
import { openOwing } from './state.ts'

type Deps = { db: Db; queues: Queues; now: () => number }

async function hold(deps: Deps, agency: Company): Promise<void> {
  const { db, now } = deps
  const owner = { company: agency.id }
  if ((await runningCampaigns(db, agency)).length > 0) {
    // Before anything is stopped: after a crash in between it is known why.
    await db.connectedAccount.hold(owner, now())
    await stopCampaigns(deps, agency, 'payment_failed')
  }
  const { heldAt, accountId } = await db.connectedAccount.get(owner)
  if (heldAt !== null)
    await tellPeople(deps, agency, 'accountStopped', { id: `${accountId}-${heldAt}`, facts: { at: heldAt } })
}

const isHeld = ({ status, statusReason }: Campaign) => status === 'stopped' && statusReason === 'payment_failed'

const MOST_CLIENTS = 100_000

/**
 * What clients were asked for just before it was known that the account takes no cards, or again meanwhile, was refused by no bank: they
 * are asked once more, also where no further try is planned. `at`: the look that found the account at work.
 */
async function askAgain({ db, queues }: Deps, agency: Company, at: number): Promise<void> {
  const { found } = await db.node.marked(agency.id, 'client', 'card_failed', MOST_CLIENTS, true)
  await mapConcurrent([...found.keys()], async (companyId) => {
    const owed = await db.payment.listFailed(companyId)
    if (owed.some(({ code }) => code === notReady.code))
      await queues.send('collectOwed', { companyId, why: `a${at}`, by: 'account' })
  })
}

/** Those of companies that failed to pay themselves stay as they are, until that is mended. */
async function free(deps: Deps, agency: Company, at: number): Promise<void> {
  const { db } = deps
  const owner = { company: agency.id }
  await askAgain(deps, agency, at)
  if ((await db.connectedAccount.get(owner)).heldAt === null) return
  if (!(await db.company.findFresh(agency.id))?.paymentFailed) {
    const isOwing = openOwing(db)
    for (const campaign of (await allCampaigns(db, agency)).filter(isHeld)) {
      const next = nextState(campaign, 'paused', 'platform')
      // False where somebody changed it meanwhile: then a person has it in hand.
      if (next && !(await isOwing(campaign.companyId)))
        await db.campaignChange.setStatus(campaign, next.status, next.statusReason)
    }
  }
  await db.connectedAccount.unhold(owner)
}

const MOST_ROUNDS = 3

/** Does what the account as we last saw it asks for; again where it was another by the time that was done. */
export async function followAccount(deps: Deps, agency: Company): Promise<void> {
  // Nobody pays into the account of an agency that is billed by hand.
  if (agency.kind !== 'agency' || agency.manualBill) return
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const { chargesEnabled, checkedAt } = await deps.db.connectedAccount.get({ company: agency.id })
    await (chargesEnabled ? free(deps, agency, checkedAt) : hold(deps, agency))
    if ((await deps.db.connectedAccount.get({ company: agency.id })).chargesEnabled === chargesEnabled) return
  }
}
