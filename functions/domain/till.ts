// What it takes to move money, put together from what a function has open.
import { toDollars } from '#shared/money/cents.ts'
import type { Db } from '../data/index.ts'
import type { Queues } from '../gateways/queue.ts'
import type { Payments } from '../gateways/stripe.ts'
import { noticePeople } from './notice-people.ts'
import type { WalletDoors } from './wallet.ts'

type Open = {
  db: Db
  payments: Payments
  queues: Queues
  now: () => number
  env: { STRIPE_URL?: string | undefined; STRIPE_SECRET_KEY: string }
}

export function openTill({ db, payments, queues, now, env }: Open): WalletDoors {
  return {
    db,
    payments,
    now,
    isTest: env.STRIPE_URL !== undefined || env.STRIPE_SECRET_KEY.startsWith('sk_test_'),
    async tellFailed({ companyId, id, amountCents, reason, at }) {
      for (const { id: userId } of noticePeople(await db.user.listByCompany(companyId))) {
        await queues.send('sendMail', {
          mailId: `mal_wallet-${companyId}-${id}-${userId}`,
          tenantId: companyId,
          mail: 'topUpFailed',
          facts: { userId, amount: `$${toDollars(amountCents)}`, reason: reason ?? '', at },
        })
      }
    },
  }
}
