// Starting a campaign from wherever it is shown: first what it costs is said, with the card that is charged; then it is started, over
// the bank where that asks.
import { List, Text } from '@mantine/core'
import { priceCurrency } from '#shared/money/price-text.ts'
import { confirmPayment } from '../../api/cards.ts'
import { send } from '../../api/client.ts'
import type { Output } from '../../api/terms.ts'
import { askAsBank } from '../../ui/bank-question.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { toCount } from '../../ui/format.ts'

export type StartCost = Output<'campaigns.startCharge'>['data']
type Started = Output<'campaigns.setActive'>['data']

/** Dollars of the wire, which may have parts of a cent. */
export const dollarText = (amount: number): string => priceCurrency(Math.round(amount * 10_000))

/** The bank still waits, or said no: the sentence says so. */
export class NotConfirmed extends Error {
  override name = 'NotConfirmed'
}
const NOT_CONFIRMED = 'Your bank did not confirm the payment. Nothing was charged. Try again.'

/** What a start charges now and later, line by line. */
function StartCost({ cost }: { cost: StartCost }) {
  const { lines, chargeNow, agencyPays, paidBy, paidWith, later } = cost
  // Clients are not told what their agency pays.
  const isClient = agencyPays === null
  const who = isClient ? 'You pay' : paidBy === 'client' ? 'The client pays' : 'The agency pays'
  return (
    <>
      <List size="sm" spacing={4}>
        {lines.map(({ label, qty, unit, amount }) => (
          <List.Item key={label}>
            {label}
            {qty > 1 && ` (${toCount(qty)} × ${dollarText(unit)})`}: {dollarText(amount)}
          </List.Item>
        ))}
      </List>
      <Text size="sm" mt="xs">
        {who} {dollarText(chargeNow)} now{paidWith && `, with ${paidWith}`}.
        {!isClient && agencyPays > 0 && ` Its agency pays ${dollarText(agencyPays)} beside it.`}
      </Text>
      {later.length > 0 && (
        <>
          <Text size="sm" fw={500} mt="sm">
            Later
          </Text>
          {later.map((sentence) => (
            <Text size="sm" key={sentence}>
              {sentence}
            </Text>
          ))}
        </>
      )}
    </>
  )
}

type Startable = { id: string; campaignName: string }
/** How the start is sent: a screen that shows the campaign has it read anew. */
type SetActive = (input: {
  campaignId: string
  status: boolean
  chargeNow?: number
}) => Promise<Output<'campaigns.setActive'>>
const plainly: SetActive = (input) => send('campaigns.setActive', input)

/** Started, over the bank where that asks, for no more than was shown (where anything was). Throws what stands in the way. */
export async function startNow(
  { id }: Pick<Startable, 'id'>,
  chargeNow: number | undefined,
  setActive: SetActive = plainly,
): Promise<Started> {
  const answer = await setActive({ campaignId: id, status: true, ...(chargeNow !== undefined && { chargeNow }) })
  if (answer.result !== 'action' || !answer.confirmation) return answer.data
  const { publicKey, clientSecret, accountId } = answer.confirmation
  const why = await confirmPayment({ publicKey, clientSecret, account: accountId, askAsBank })
  // No matter what the browser says of it: how the payment stands is known where it was made.
  const ended = await setActive({ campaignId: id, status: true })
  if (ended.result === 'action') throw new NotConfirmed(why ?? NOT_CONFIRMED)
  return ended.data
}

/** Says what a start charges, and starts it then; undefined where the person would rather not. */
export async function startAsking(campaign: Startable, setActive: SetActive): Promise<Started | undefined> {
  const { data: cost } = await send('campaigns.startCharge', { id: campaign.id })
  const isCharged = cost.chargeNow > 0 && cost.paidWith !== ''
  if (isCharged) {
    const isMeant = await confirm({
      title: `Start ${campaign.campaignName}?`,
      children: <StartCost cost={cost} />,
      confirmLabel: `Start and charge ${dollarText(cost.chargeNow)}`,
    })
    if (!isMeant) return undefined
  }
  return startNow(campaign, cost.chargeNow, setActive)
}
