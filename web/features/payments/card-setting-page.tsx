import { Alert, Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import IconCreditCard from '@tabler/icons-react/dist/esm/icons/IconCreditCard.mjs'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { pathTo } from '#shared/access/routes.ts'
import { cardName } from '#shared/model/card-name.ts'
import { type Cents, minus, ZERO } from '#shared/money/cents.ts'
import { toCurrency } from '#shared/money/format.ts'
import { refreshMe } from '../../api/session.ts'
import { useMe } from '../../api/session-store.ts'
import { useCall } from '../../api/use-call.ts'
import { useMay } from '../../api/use-may.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NotYet } from '../../ui/not-yet.tsx'
import { notify } from '../../ui/notify.tsx'
import { Page } from '../../ui/page.tsx'
import { AskForCard } from './ask-for-card.tsx'
import { BillingMethod } from './billing-method.tsx'
import { CardForm } from './card-form.tsx'
import { FailedPayments, isAllDisputed, totalOf } from './failed-payments.tsx'
import { PayAgain } from './pay-again.tsx'

const InvoicesDialog = lazy(() => import('./invoices-dialog.tsx'))

/** An agency's card pays no campaigns where its clients pay by their own: it pays the platform. */
const purposeOf = ({ userType }: { userType: string }) =>
  userType === 'client' ? 'The card that pays for your campaigns.' : 'The card that pays what the platform charges you.'

/** Anybody who may not see the card, and was led here because a payment failed, reads whom to ask. */
export default function CardSettingPage() {
  const me = useMe()
  if (useMay()('card:read', 'GET')) return <Card />
  return (
    <Page title="Card Setting" description={purposeOf(me)}>
      <AskForCard />
    </Page>
  )
}

type SettledSums = { paid: Cents; owed: Cents }

/** What people still have to do once it was paid: who may not see campaigns is not told of any. */
function StoppedCampaigns({ companyId }: { companyId: string }) {
  const mayRead = useMay()('campaign:read', 'GET')
  const { data } = useCall('campaigns.overview', mayRead ? { companyId } : null)
  if (!data?.data.some(({ stopped }) => stopped > 0)) return null
  return (
    <>
      {' Campaigns that were stopped stay so until somebody starts them again. '}
      <Anchor component={Link} to={`${pathTo('campaign')}?status=stopped`} inherit>
        See stopped campaigns
      </Anchor>
    </>
  )
}

/** What a new card paid of what was owed. */
function Settled({ paid, owed, companyId }: SettledSums & { companyId: string }) {
  // A payment may have failed meanwhile.
  if (paid <= ZERO) return null
  return (
    <Alert
      color="green"
      icon={<IconCheck size={18} />}
      title={`${toCurrency(paid)} was paid with your new card`}
      role="status"
    >
      {owed === ZERO ? 'Nothing is owed any more.' : `${toCurrency(owed)} is still owed.`}
      <StoppedCampaigns companyId={companyId} />
    </Alert>
  )
}

function Card() {
  const me = useMe()
  const may = useMay()
  const found = useCall('payments.getCard', { companyId: me.companyId })
  const { data, reload } = found
  const [isChanging, setChanging] = useState(false)
  const [settled, setSettled] = useState<SettledSums>()
  const [query, setQuery] = useSearchParams()
  const asked = query.get('invoice')
  const [isListing, setListing] = useState(asked !== null)
  const forget = () => setQuery({}, { replace: true })
  const framed = (content: ReactNode) => (
    <Page
      title="Card Setting"
      description={purposeOf(me)}
      action={
        <Button variant="default" onClick={() => setListing(true)}>
          Invoices
        </Button>
      }
    >
      {content}
      {isListing && (
        <Suspense>
          <InvoicesDialog
            companyId={me.companyId}
            asked={asked}
            onAll={forget}
            onClose={() => {
              setListing(false)
              forget()
            }}
          />
        </Suspense>
      )}
    </Page>
  )
  if (!data) {
    return framed(<NotYet of={found} title="Your card could not be loaded" rows={6} height={24} />)
  }
  const { card, failed } = data
  const saved = async (message: string) => {
    notify('success', message)
    setChanging(false)
    const owed = totalOf(failed)
    const after = await reload()
    if (after && owed !== ZERO) setSettled({ paid: minus(owed, totalOf(after.failed)), owed: totalOf(after.failed) })
    // What was forced is free again, without another sign-in.
    await refreshMe()
  }
  // No card pays what is disputed: its form would promise more than it can do.
  const mustChange = (failed.length > 0 && !isAllDisputed(failed)) || !card
  const isFirst = data.customerPaymentId === ''
  const mayChange = may('card:update', isFirst ? 'POST' : 'PUT')
  return framed(
    <Stack gap="lg" maw={640}>
      {settled && <Settled {...settled} companyId={me.companyId} />}
      {failed.length > 0 && (
        <FailedPayments failed={failed} method={data.billingMethod}>
          {card && mayChange && data.billingMethod === 'credit_card' && (
            <PayAgain companyId={me.companyId} label={`Pay again with ${cardName(card.brand, card.last4)}`} />
          )}
        </FailedPayments>
      )}
      {card && (
        <Paper p="lg" withBorder>
          <Group justify="space-between">
            <Group gap="sm">
              <IconCreditCard size={28} aria-hidden />
              <div>
                <Title order={2} size="h5">
                  {cardName(card.brand, card.last4)}
                </Title>
                <Text size="sm" c="dimmed">
                  Expires {card.exp}
                </Text>
              </div>
            </Group>
            {mayChange && !mustChange && !isChanging && (
              <Button variant="default" onClick={() => setChanging(true)}>
                Change card
              </Button>
            )}
          </Group>
        </Paper>
      )}
      {/* Who chose the Data Wallet may go back to the card, also when no longer billed by hand. */}
      {card && (data.isDirect || data.billingMethod === 'data_wallet') && may('card:update', 'PUT') && (
        <BillingMethod companyId={me.companyId} method={data.billingMethod} />
      )}
      {!mayChange && <AskForCard />}
      {mayChange &&
        (mustChange || isChanging) &&
        (data.takesCards && data.publicKey ? (
          <Paper p="lg" withBorder component="section" aria-label={card ? 'Another card' : 'Your card'}>
            <CardForm
              companyId={me.companyId}
              publicKey={data.publicKey}
              account={data.account}
              isFirst={isFirst}
              submitLabel="Save card"
              onSaved={saved}
              {...(!mustChange && { onCancel: () => setChanging(false) })}
            />
          </Paper>
        ) : (
          <EmptyState title="No card can be saved yet" drawing="money">
            {me.userType === 'client'
              ? 'Your agency cannot take cards yet, because its payment account is not fully set up. Please contact your agency.'
              : 'No payment provider is set up for this platform. Please contact support.'}
          </EmptyState>
        ))}
    </Stack>,
  )
}
