// Why the owner of a card disputes a payment, in words. The provider's list grows: what is not in it is said in general.
const texts: Readonly<Record<string, string>> = {
  fraudulent: "The card's owner says that they did not make this payment.",
  unrecognized: "The card's owner does not recognize this payment.",
  duplicate: "The card's owner says that they paid twice.",
  product_not_received: "The card's owner says that they did not receive what they paid for.",
  product_unacceptable: "The card's owner says that what they paid for was not as described.",
  subscription_canceled: "The card's owner says that they had cancelled before.",
  credit_not_processed: "The card's owner says that they did not get money back that they were promised.",
  insufficient_funds: 'The bank says that the account did not hold enough.',
}

/** `reason` is the provider's word. */
export const disputeText = (reason: string): string =>
  texts[reason] ?? "The card's owner asked their bank to take this payment back."
