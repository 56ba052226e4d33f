// What people are told of a payment of which nobody can tell whether it was made: its answer was lost, and the account that was asked is
// not connected to the platform any more.

export const notKnownToPayer =
  'It is not known whether this was charged, because the payment account that was asked cannot be reached. It is looked up as soon as that works. Nothing is charged for it before.'

/** For those who look after money; `accountId` is what the payment provider calls the account. */
export const notKnownToOperators = (accountId: string) =>
  `It is not known whether this was charged: the answer was lost, and the account ${accountId} is not connected any more. It is looked up as soon as it is. If it never will be, look for the payment in that account, and say here what you found.`

/** The same of money that is to go back. */
export const refundNotKnown = (accountId: string) =>
  `It is not known whether this went back: the answer was lost, and the account ${accountId} is not connected any more. It is looked up as soon as it is. If it never will be, look for the refund in that account. What did not go there is to be paid to the client in another way, and its part of the fee to the agency: neither goes back by itself then. When both have it, say here that you have seen to it.`

/** Of what was credited after the last bill of a campaign. */
export const creditWaits = (reason: string) =>
  `This is for leads that were credited after the last bill, and could not go back: ${reason} It is asked for again by itself, four times a day, unless the campaign is started again and uses it. ${byHand}`

/** Of a whole charge that is to go back, with the platform's fee. */
export const refundWaits = (accountId: string) =>
  `This could not go back, or nobody can tell whether it did: the account ${accountId} is not connected any more. It is asked for again as soon as it is. If it never will be, look for the refund in that account. ${byHand}`
export const refundRefused = (reason: string) =>
  `This could not go back: ${reason} It is asked for again by itself, four times a day. ${byHand}`
const byHand =
  'What does not go there is to be paid in another way, and the part of the fee to the agency. When both have it, say here that you have seen to it.'

export const notKnownToPayee =
  'It is not known whether this went back, because the payment account that was asked cannot be reached. It is looked up as soon as that works.'

/** Of what an agency did not get of a refund: its payer has its money. */
export const agencyOwed = (
  { reason, isAsked, isSentBack }: { reason: string; isAsked: boolean; isSentBack: boolean },
  accountId: string,
) => {
  const next = isAsked
    ? `It was asked for again, and nobody can tell whether it went before the account ${accountId} is connected again: look for it there.`
    : isSentBack
      ? 'Its bank would send it back again.'
      : 'It is asked for again by itself, four times a day.'
  return `The client has its money, and this is the part of its agency, which could not go back: ${reason} ${next} Pay it to the agency in another way. When it has it, say here that you have seen to it.`
}
