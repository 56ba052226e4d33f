import { Anchor, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { pathTo } from '#shared/access/routes.ts'
import { toCurrency } from '#shared/money/format.ts'
import { priceCurrency } from '#shared/money/price-text.ts'
import { messageOf } from '../../api/api-error.ts'
import { useCall } from '../../api/use-call.ts'
import { useMay } from '../../api/use-may.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { toCount } from '../../ui/format.ts'
import { SkeletonLines } from '../../ui/skeleton-lines.tsx'
import { fromWire } from './amounts.ts'
import classes from './wallet.module.css'

const PaidLeads = lazy(() => import('./paid-leads.tsx'))

type Props = { companyId: string; transactionId: string; title: string }

/** Why a movement is there: the rule, its facts, where the money went, and which credit it was. */
export function Explanation({ companyId, transactionId, title }: Props) {
  const [isAsked, setAsked] = useState(false)
  const maySeeLeads = useMay()('lead:read', 'GET')
  const { data, error } = useCall('wallet.explain', { companyId: companyId, transactionId: transactionId })
  if (!data) return error ? <Text size="sm">{messageOf(error)}</Text> : <SkeletonLines rows={2} />
  return (
    <div className={classes.why}>
      <Text size="sm">{data.rule}</Text>
      <Text size="sm" c="dimmed">
        From {data.from} to {data.to}
      </Text>
      <ul>
        {data.campaignNumber && (
          <li>
            Leads of campaign{' '}
            <Anchor component={Link} to={`${pathTo('campaign')}?q=${data.campaignNumber}`} inherit>
              {data.campaignNumber}
            </Anchor>
          </li>
        )}
        {data.leads.map(({ count, price }) => (
          <li key={price}>
            {toCount(count)} {count === 1 ? 'lead' : 'leads'} at {priceCurrency(Math.round(price * 10_000))} each
          </li>
        ))}
        {data.leads.length > 0 && maySeeLeads && (
          <li>
            <Anchor component="button" type="button" inherit onClick={() => setAsked(true)}>
              Show these leads
            </Anchor>
          </li>
        )}
        {data.invoiceNumber && (
          <li>
            Invoice{' '}
            <Anchor component={Link} to={`${pathTo('invoices')}?invoice=${data.invoiceNumber}`} inherit>
              {data.invoiceNumber}
            </Anchor>
          </li>
        )}
        {data.facts.map(({ label, value }) => (
          <li key={label}>
            {label}: {value}
          </li>
        ))}
        {data.lots.map(({ number, amount, boughtAt, expiredAt }) => (
          <li key={number}>
            {toCurrency(fromWire(amount))} of the credit bought on <DateTime at={boughtAt} />, which expires on{' '}
            <DateTime at={expiredAt} />
          </li>
        ))}
      </ul>
      {isAsked && (
        <Suspense fallback={null}>
          <PaidLeads
            companyId={companyId}
            transactionId={transactionId}
            title={title}
            onClose={() => setAsked(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
