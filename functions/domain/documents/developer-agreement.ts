export const developerAgreement = {
  title: 'Developer services agreement',
  text: `
This agreement is between {{company_root_legal}} ("{{company_root_name}}", "we") and the company that accepts it ("you"). It
covers the use of our programming interface (the "API") and of the keys that open it.

# What you receive
- A client id and a secret key for your account.
- Access to the API as its documentation describes it, within the limits stated there.

# Charges
- A first-time charge of {{first_time_charge}}, due when you accept this agreement, and again if the API was switched off for
  your account in between.
- A monthly minimum of {{minimum_spend}}. If your use of the API comes to less in a month, the difference is charged to the
  card on file.

The minimum of each month is:

{{minimum_spend_list}}

Use of the API above the minimum is charged at the prices in your account.

# Your duties
- You keep the secret key secret, store it encrypted, and never put it into an application that others can take apart.
- You tell us at once when a key may have become known; we then replace it.
- You stay within the limits of the API, and repeat failed calls with growing pauses.
- You use data from the API under the same rules as data from the platform: the terms of use and the privacy policy apply.

# Our duties
- We announce changes that break existing calls at least 90 days ahead, unless security does not allow it.
- We keep records of calls for 13 months, so that charges can be explained.

# Suspension
We may block a key that endangers the service or the data of others, and tell you why. Once the reason is gone, you receive
access again.

# Term
The agreement runs from month to month and ends with 30 days' notice of either side. Keys stop working on the last day.

# Contact
{{company_root_legal}}, {{company_root_address}}, {{company_root_email}}, {{company_root_phone}}. As of {{today}}.
`,
}
