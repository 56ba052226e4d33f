export const dataWalletAgreement = {
  title: 'Data Wallet service agreement',
  text: `
With the Data Wallet your agency buys credit in advance and pays for leads and services from it. The agreement is between
{{company_root_legal}} ("we") and your agency.

# Buying credit
- You choose an amount; your card on file is charged, and the amount is added to your wallet once the payment succeeded.
- Every purchase, charge and expiry stands in your transactions, with its reason.

# Automatic top-up
- When the balance falls below 10% of the balance after the latest top-up, we charge your card for the amount that you saved.
- You can stop this at any time in the wallet. If a payment fails we tell you, and try at most three times in 24 hours.

# Non-refundable
- Prepaid purchases are non-refundable and have no cash value. Credit cannot be paid out or passed on.
- Credit expires 12 months after it was bought if it was not used. The oldest credit is used first.

# Ending
You may stop topping up at any time, and use what is left until it expires.
`,
}
