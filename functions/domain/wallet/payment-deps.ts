// What it takes to move money, put together from what a function has open.
import { toDollars } from '#shared/money/cents.ts'
import { toCurrency } from '#shared/money/format.ts'
import type { Db } from '../../data/index.ts'
import type { Queues } from '../../gateways/queue.ts'
import { addNotice } from '../account/notice.ts'
import type { Report } from '../lib/report-fault.ts'
import { noticePeople } from '../mail/notice-people.ts'
import type { PaymentDeps } from './settle.ts'
import type { WalletDeps } from './top-up.ts'

/** A little later than it is said, so that the money is there. */
const AFTER = { delaySeconds: 5 }

type Open = {
  db: Db
  payments: PaymentDeps['payments']
  queues: Queues
  now: () => number
  report: Report
  env: { STRIPE_URL?: string | undefined; STRIPE_SECRET_KEY: string }
}

export function makePaymentDeps({ db, payments, queues, now, report, env }: Open): WalletDeps {
  return {
    db,
    payments,
    now,
    report,
    isTest: env.STRIPE_URL !== undefined || env.STRIPE_SECRET_KEY.startsWith('sk_test_'),
    async tellFilled({ companyId, id, amountCents }) {
      await addNotice(
        { db, now },
        { companyId, kind: 'topUpDone', about: id, facts: { amount: toCurrency(amountCents) } },
      )
      const { paymentFailed } = (await db.company.find(companyId)) ?? {}
      if (paymentFailed) await queues.send('collectOwed', { companyId, why: `w${id}`, by: 'top-up' }, AFTER)
    },
    async tellFailed({ companyId, id, amountCents, reason, at }) {
      const said = { amount: `$${toDollars(amountCents)}`, reason: reason ?? '' }
      await addNotice({ db, now }, { companyId, kind: 'topUpFailed', about: id, facts: said })
      for (const { id: userId } of noticePeople(await db.user.listByCompany(companyId))) {
        await queues.send('sendMail', {
          mailId: `mal_wallet-${companyId}-${id}-${userId}`,
          tenantId: companyId,
          mail: 'topUpFailed',
          facts: { userId, ...said, at },
        })
      }
    },
  }
}
