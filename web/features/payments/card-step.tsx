import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { refreshMe } from '../../api/session.ts'
import { useMe } from '../../api/session-store.ts'
import { useCall } from '../../api/use-call.ts'
import { useMay } from '../../api/use-may.ts'
import { NotYet } from '../../ui/not-yet.tsx'
import { notify } from '../../ui/notify.tsx'
import { AskForCard } from './ask-for-card.tsx'
import { CardForm } from './card-form.tsx'
import { CouponField } from './coupon-field.tsx'

type Props = { due: string; takesCoupons: boolean }

/** The first card, as a step of the set-up. */
export function CardStep(props: Props): ReactNode {
  return useMay()('card:update', 'POST') ? <FirstCard {...props} /> : <AskForCard />
}

function FirstCard({ due, takesCoupons }: Props): ReactNode {
  const me = useMe()
  const found = useCall('payments.getCard', { companyId: me.companyId })
  const { data } = found
  if (!data) {
    return <NotYet of={found} title="The card form could not be loaded" rows={6} height={24} />
  }
  if (data.card) return <Text>A card is on file.</Text>
  if (!data.takesCards || !data.publicKey) {
    return (
      <Text>
        {me.userType === 'client'
          ? 'Your agency cannot take cards yet, because its payment account is not fully set up. Please contact your agency.'
          : 'No payment provider is set up for this platform. Please contact support.'}
      </Text>
    )
  }
  return (
    <>
      <Text mb="md">
        {me.userType === 'client'
          ? 'This card pays for your campaigns.'
          : 'This card pays what the platform charges your company.'}
        {due &&
          ` A one-time set-up charge of $${due} is taken from it when it is saved${takesCoupons ? ', less what a coupon takes off.' : '.'}`}
      </Text>
      <CardForm
        companyId={me.companyId}
        publicKey={data.publicKey}
        account={data.account}
        isFirst
        chargeNow={Number(due)}
        {...(takesCoupons && {
          coupon: (input) => <CouponField companyId={me.companyId} {...input} />,
        })}
        submitLabel="Save card"
        onSaved={async (message) => {
          notify('success', message)
          await refreshMe()
        }}
        // What it costs may be another sum by now.
        onFault={() => void refreshMe()}
      />
    </>
  )
}
